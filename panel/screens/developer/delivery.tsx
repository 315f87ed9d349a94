// One delivery in a drawer: each attempt with the receiver's response, the body, and a button to send it again.
import refresh from 'icon:refresh-cw'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { Button } from '../../parts/button.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { KeyValues } from '../../parts/key-values.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Status } from '../../parts/status.tsx'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { useTranslate } from '../../words/translate.ts'
import { DeliveryStatus } from './delivery-status.tsx'
import css from './developer.module.css'
import { developerWords } from './words.ts'

export interface DeliveryDrawerProps {
  readonly webhookId: string
  /** Null while the drawer is closed. */
  readonly id: string | null
  readonly onClose: () => void
}

export function DeliveryDrawer({ webhookId, id, onClose }: DeliveryDrawerProps) {
  const words = useWords(developerWords)
  const parts = useWords(partWords)
  const params = { id: webhookId, delivery_id: id ?? '' }
  const result = useRead('deliveries.read', { params }, { isEnabled: id !== null })
  const mayWrite = usePermission('webhooks.write')
  const replay = useChange('deliveries.replay', {
    refreshes: ['deliveries', 'webhooks'],
    onDone: () => {
      toast({ text: words.replayed })
      onClose()
    },
  })
  const onError = (error: Error) => toast({ kind: 'bad', text: failureText(error, parts).text })
  const isWaiting = result.data?.status === 'waiting'
  return (
    <Dialog
      title={words.delivery}
      kind="drawer"
      isOpen={id !== null}
      onClose={onClose}
      buttons={
        mayWrite && (
          <Button
            kind="main"
            icon={refresh}
            isBusy={replay.isPending}
            disabled={result.data === undefined || isWaiting}
            onClick={() => replay.mutate({ params }, { onError })}
          >
            {words.replay}
          </Button>
        )
      }
    >
      <Loaded result={result}>{(delivery) => <Content of={delivery} />}</Loaded>
    </Dialog>
  )
}

function Content({ of }: { of: ResponseOf<'deliveries.read'> }) {
  const words = useWords(developerWords)
  const translate = useTranslate()
  return (
    <div className={css.fields}>
      <KeyValues
        rows={[
          [
            words.type,
            <span key="type" className="code">
              {of.type}
            </span>,
          ],
          [words.status, <DeliveryStatus key="status" of={of} />],
          [words.when, <DateTime key="when" at={of.created_at} kind="stamp" />],
          [words.next, of.next_attempt_at && <DateTime key="next" at={of.next_attempt_at} kind="stamp" />],
          [
            words.id,
            <span key="id" className="code">
              {of.id}
            </span>,
          ],
        ]}
      />
      <div>
        <h3>{words.attempts}</h3>
        {of.attempt_log.length === 0 && <p className="quiet">{words.noAttempts}</p>}
        {of.attempt_log.map(({ number, at, status, duration_ms: ms, error, body }) => (
          <div key={number} className={css.attempt}>
            <p className={css.row}>
              <b>{words.attempt(number)}</b>
              <DateTime at={at} className="quiet" />
              <Status kind={status !== null && status < 300 ? 'ok' : 'bad'}>
                {status === null ? words.noAnswer : words.answered(String(status), String(ms))}
              </Status>
            </p>
            {error !== null && <p>{translate(error)}</p>}
            {body !== null && body !== '' && <CodeBlock text={body} what={words.body} />}
          </div>
        ))}
      </div>
      <h3>{words.payload}</h3>
      {of.needs === undefined ? (
        <CodeBlock text={JSON.stringify(of.payload, null, 2)} what={words.payload} />
      ) : (
        <p className="quiet">{words.hidden(words.permissions[of.needs] ?? of.needs)}</p>
      )}
    </div>
  )
}
