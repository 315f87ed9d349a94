// One event, as webhooks receive it.
import { Card } from '../../parts/card.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Detail, type DetailOf } from '../../parts/detail.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useWords } from '../../words/language.tsx'
import css from './developer.module.css'
import { developerWords } from './words.ts'

export const Screen = () => <Detail by="events.read" list="events" as={EventPage} />

function EventPage({ of: event, back }: DetailOf<'events.read'>) {
  const words = useWords(developerWords)
  const { id, api_version: version, sequence, data } = event
  return (
    <>
      <PageHead title={event.type} sub={<DateTime at={event.created_at} kind="stamp" />} back={back} />
      <div className={css.halves}>
        <Card title={words.content}>
          {data.needs === undefined ? (
            <CodeBlock text={JSON.stringify(data.object, null, 2)} what={words.content} />
          ) : (
            <p className="quiet">{words.hidden(words.permissions[data.needs] ?? data.needs)}</p>
          )}
        </Card>
        <div className={css.page}>
          <Card title={words.id}>
            <KeyValues
              rows={[
                [
                  words.id,
                  <span key="id" className="code">
                    {id}
                  </span>,
                ],
                [words.sequence, sequence],
                [words.version, version],
              ]}
            />
          </Card>
          {data.previous_attributes !== undefined && (
            <Card title={words.previous}>
              <CodeBlock text={JSON.stringify(data.previous_attributes, null, 2)} what={words.previous} />
            </Card>
          )}
        </div>
      </div>
    </>
  )
}
