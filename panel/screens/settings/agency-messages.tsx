// Greeting and closing of messages to clients in both languages, with a sample mail before saving.
import { lazy, Suspense } from 'react'
import { unknownPlaceholder } from '../../../contract/message-texts.ts'
import { Card } from '../../parts/card.tsx'
import { Rows } from '../../parts/skeleton.tsx'
import { Textarea } from '../../parts/textarea.tsx'
import { useWords } from '../../words/language.tsx'
import type { AgencyForm } from './agency-form.ts'
import { agencyWords } from './agency-words.ts'
import css from './settings.module.css'

/** Loaded after the form, which is used without it. */
const MailSamples = lazy(async () => ({ default: (await import('./mail-samples.tsx')).MailSamples }))

const LANGUAGES = ['pt-BR', 'en'] as const
const PARTS = ['greeting', 'closing'] as const

export function Messages({ form: { register, errorOf, watch } }: { form: AgencyForm }) {
  const words = useWords(agencyWords)
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
        <Suspense fallback={<Rows count={4} />}>
          <MailSamples texts={texts} />
        </Suspense>
      </div>
    </Card>
  )
}
