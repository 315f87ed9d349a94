// A sample mail in each language, with greeting and closing as they are typed.
import { useState } from 'react'
import { unknownPlaceholder } from '../../../contract/message-texts.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { useRead } from '../../api/use-read.ts'
import { relativeUrl } from '../../logic/relative-url.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FramedPage } from '../../parts/framed-page.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useDebounced } from '../../parts/use-debounced.ts'
import { useWords } from '../../words/language.tsx'
import { agencyWords } from './agency-words.ts'

const LANGUAGES = ['pt-BR', 'en'] as const

interface Texts {
  readonly greeting: string | undefined
  readonly closing: string | undefined
}

export function MailSamples({ texts }: { texts: Readonly<Record<TeamLanguage, Texts>> }) {
  const words = useWords(agencyWords)
  const [shown, setShown] = useState<string>('pt-BR')
  return (
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
  )
}

function Sample({ language, greeting = '', closing = '' }: { language: TeamLanguage } & Texts) {
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
