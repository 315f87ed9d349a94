// The ways to end a client's record: disable, delete, or erase the personal data (LGPD).
import { etagOf } from '../../api/etags.ts'
import { navigate } from '../../api/navigation.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import css from './client.module.css'
import { clientWords } from './words.ts'

type Client = ResponseOf<'clients.read'>

const STALE = ['clients', 'bookings', 'invoices', 'quotes', 'mails']

export function EndRecord({ client }: { client: Client }) {
  const words = useWords(clientWords)
  const mayErase = usePermission('clients.erase')
  return (
    <Card title={words.ending}>
      <ul className={css.ending}>
        {client.merged_into_id === null && (
          <li>
            <p className="quiet">{words.deactivateHint}</p>
            <Disable client={client} />
          </li>
        )}
        <li>
          <p className="quiet">{words.removeHint}</p>
          <Remove client={client} />
        </li>
        {mayErase && (
          <li>
            <p className="quiet">{words.eraseHint}</p>
            <Erase client={client} />
          </li>
        )}
      </ul>
    </Card>
  )
}

/** Can be undone, so it needs no confirmation. */
function Disable({ client }: { client: Client }) {
  const { id, is_active: isActive } = client
  const words = useWords(clientWords)
  const parts = useWords(partWords)
  const change = useChange('clients.update', { refreshes: STALE })
  const turn = (is_active: boolean, known: object) =>
    change.mutate(
      { params: { id }, body: { is_active }, ifMatch: etagOf(known) },
      {
        onSuccess: ({ data }) =>
          toast({
            text: is_active ? words.activated : words.deactivated,
            ...(!is_active && { onUndo: () => turn(true, data) }),
          }),
        onError: (error) => toast({ kind: 'bad', text: failureText(error, parts).text }),
      },
    )
  return (
    <Button isBusy={change.isPending} onClick={() => turn(!isActive, client)}>
      {isActive ? words.deactivate : words.activate}
    </Button>
  )
}

function Remove({ client }: { client: Client }) {
  const { id, full_name: name } = client
  const words = useWords(clientWords)
  const remove = useChange('clients.delete', {
    refreshes: STALE,
    onDone: ({ deleted }) => {
      toast({ text: deleted ? words.removed : words.keptInactive })
      if (deleted) void navigate(PATHS.clients)
    },
  })
  return (
    <ConfirmButton
      verb={words.remove}
      title={words.remove}
      kind="danger"
      change={remove}
      request={{ params: { id }, ifMatch: etagOf(client) }}
    >
      <p>{words.removeText(name)}</p>
    </ConfirmButton>
  )
}

function Erase({ client }: { client: Client }) {
  const { id, full_name: name } = client
  const words = useWords(clientWords)
  const erase = useChange('clients.delete', {
    refreshes: STALE,
    onDone: ({ erasure }) => {
      toast({ text: words.erased(erasure?.counts.bookings ?? 0) })
      void navigate(PATHS.clients)
    },
  })
  return (
    <ConfirmButton
      verb={words.eraseVerb}
      title={words.eraseTitle(name)}
      kind="danger"
      change={erase}
      request={{ params: { id }, query: { erase: true }, ifMatch: etagOf(client) }}
      word={words.eraseWord}
    >
      <p>{words.eraseGone}</p>
      <p>{words.eraseKept}</p>
      <p>{words.eraseOpen}</p>
      <p>{words.eraseNoUndo}</p>
    </ConfirmButton>
  )
}
