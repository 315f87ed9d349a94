// Greeting and closing of messages to clients in both languages, with a sample mail before saving.
import { useState } from 'react'
import { unknownPlaceholder } from '../../../contract/message-texts.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { useRead } from '../../api/use-read.ts'
import { relativeUrl } from '../../kit/relative-url.ts'
import { Card } from '../../parts/card.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FramedPage } from '../../parts/framed-page.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { Textarea } from '../../parts/textarea.tsx'
import { useDebounced } from '../../parts/use-debounced.ts'
import { useWords } from '../../words/language.tsx'
import type { AgencyForm } from './agency-form.ts'
import { agencyWords } from './agency-words.ts'
import css from './settings.module.css'

const LANGUAGES = ['pt-BR', 'en'] as const
const PARTS = ['greeting', 'closing'] as const

export function Messages({ form: { register, errorOf, watch } }: { form: AgencyForm }) {
  const words = useWords(agencyWords)
  const [shown, setShown] = useState<string>('pt-BR')
  const texts = watch('message_texts')
  const checked = {
    validate: (text: string | undefined) =>
      unknownPlaceholder(text ?? '') === null || words.faults.placeholder,
  }
  return (
    <Card title={words.messages} sub={words.messagesSub}>
      <div className={css.fields}>
        {LANGUAGES.flatMap((language) =>
          PARTS.map((part) => (
            <Textarea
              key={`${language} ${part}`}
              label={words.messageTexts[language][part]}
              isOptional
              {...(language === 'pt-BR' && { hint: words.messageHints[part] })}
              rows={part === 'greeting' ? 2 : 3}
              error={errorOf(`message_texts.${language}.${part}`)}
              {...register(`message_texts.${language}.${part}`, checked)}
            />
          )),
        )}
        <Tabs
          label={words.messageSample}
          value={shown}
          onChange={setShown}
          tabs={LANGUAGES.map((language) => ({
            value: language,
            label: words.messageSamples[language],
            content: <Sample language={language} {...texts[language]} />,
          }))}
        />
      </div>
    </Card>
  )
}

function Sample({
  language,
  greeting = '',
  closing = '',
}: {
  language: TeamLanguage
  greeting: string | undefined
  closing: string | undefined
}) {
  const words = useWords(agencyWords)
  const query = { language, greeting: useDebounced(greeting), closing: useDebounced(closing) }
  const isUsable = unknownPlaceholder(query.greeting + query.closing) === null
  const tried = isUsable ? query : { language, greeting: '', closing: '' }
  const result = useRead('brandPreviews.read', { query: tried }, { keepsPrevious: true })
  if (!isUsable) return <EmptyState title={words.noMessageSample} />
  return (
    <Loaded result={result}>
      {({ mail_url }) =>
        mail_url !== null && <FramedPage address={relativeUrl(mail_url)} title={words.messageSample} />
      }
    </Loaded>
  )
}
