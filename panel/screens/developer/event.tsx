// One event, as webhooks get it.
import { useRead } from '../../api/use-read.ts'
import { PATHS } from '../../kit/paths.ts'
import { Card } from '../../parts/card.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Detail } from '../../parts/detail.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { useAddressId } from '../../parts/use-address-id.ts'
import { developerWords } from '../../words/developer.ts'
import { useWords } from '../../words/language.tsx'
import css from './developer.module.css'

export function Screen() {
  const words = useWords(developerWords)
  const result = useRead('events.read', { params: { id: useAddressId() } })
  return (
    <Detail
      result={result}
      back={{ to: PATHS.events, name: words.eventsTitle }}
      head={({ type, created_at: at }) => ({ title: type, sub: <DateTime at={at} kind="stamp" /> })}
    >
      {({ id, api_version: version, sequence, data }) => (
        <div className={css.halves}>
          <Card title={words.content}>
            {data.needs === undefined ? (
              <CodeBlock text={JSON.stringify(data.object, null, 2)} what={words.content} />
            ) : (
              <p className="quiet">{words.hidden(data.needs)}</p>
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
      )}
    </Detail>
  )
}
