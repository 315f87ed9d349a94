// Possible duplicates: groups of clients with something in common, and the merge of two of them.
import swap from 'icon:arrow-left-right'
import copy from 'icon:copy'
import { type ReactNode, useState } from 'react'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { maskPhone, maskTaxId } from '../../logic/masks.ts'
import { Button } from '../../parts/button.tsx'
import { DateTime, Day } from '../../parts/date-time.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { Pager } from '../../parts/list.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Badge } from '../../parts/status.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import css from './merge.module.css'
import { mergeWords } from './merge-words.ts'
import { useMerge } from './use-merge.ts'

type Group = Row<'clients.duplicates'>
type Client = Group['clients'][number]

export function Duplicates() {
  const words = useWords(mergeWords)
  const [isOpen, setOpen] = useState(false)
  const [pair, setPair] = useState<ClientPair | null>(null)
  const merging = useMerge(() => setPair(null))
  const choose = (chosen: ClientPair | null) => {
    merging.reset()
    setPair(chosen)
  }
  return (
    <>
      <Button icon={copy} onClick={() => setOpen(true)}>
        {words.duplicates}
      </Button>
      <Dialog
        title={words.duplicates}
        kind="wide"
        isOpen={isOpen}
        onClose={() => {
          setOpen(false)
          choose(null)
        }}
      >
        {isOpen && pair === null && <Groups onCompare={choose} />}
        {pair !== null && (
          <Compare
            pair={pair}
            onSwap={() => choose({ remaining: pair.duplicate, duplicate: pair.remaining })}
            onBack={() => choose(null)}
            onMerge={() => merging.merge(pair.remaining, pair.duplicate)}
            isBusy={merging.isBusy}
            error={merging.error}
          />
        )}
      </Dialog>
    </>
  )
}

function Groups({ onCompare }: { onCompare: (pair: ClientPair) => void }) {
  const words = useWords(mergeWords)
  const [page, setPage] = useState(1)
  const result = useRead('clients.duplicates', { query: { page } }, { keepsPrevious: true })
  return (
    <Loaded result={result}>
      {({ items, pagination }) =>
        items.length === 0 ? (
          <EmptyState title={words.none} text={words.noneText} icon={copy} />
        ) : (
          <>
            {items.map((group) => (
              <GroupOf key={`${group.sign} ${group.value}`} group={group} onCompare={onCompare} />
            ))}
            <Pager {...pagination} onPage={setPage} />
          </>
        )
      }
    </Loaded>
  )
}

/** Each client is compared with the oldest of the group. */
function GroupOf({ group, onCompare }: { group: Group; onCompare: (pair: ClientPair) => void }) {
  const words = useWords(mergeWords)
  const mayWrite = usePermission('clients.write')
  const [oldest, ...others] = group.clients
  if (oldest === undefined) return null
  return (
    <section className={css.group}>
      <h3>
        {words.signs[group.sign]} <small className="quiet">{words.records(group.clients.length)}</small>
      </h3>
      <ul>
        <li>
          <NameOf client={oldest} />
        </li>
        {others.map((other) => (
          <li key={other.id}>
            <NameOf client={other} />
            {mayWrite &&
              (other.client_type === oldest.client_type ? (
                <Button
                  isSmall
                  aria-label={words.compareWith(other.full_name, oldest.full_name)}
                  onClick={() => onCompare({ remaining: oldest, duplicate: other })}
                >
                  {words.compare}
                </Button>
              ) : (
                <small className="quiet">{words.otherType}</small>
              ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

function NameOf({ client }: { client: Client }) {
  const words = useWords(mergeWords)
  return (
    <div className={css.name}>
      <span>
        <b>{client.full_name}</b> {!client.is_active && <Badge>{words.inactive}</Badge>}
      </span>
      <small className="quiet">
        {[client.email, maskPhone(client.phone ?? '')].filter(Boolean).join(', ')}
      </small>
      <small className="quiet">
        {words.fields.since} <DateTime at={client.created_at} kind="stamp" />
      </small>
    </div>
  )
}

interface ClientPair {
  readonly remaining: Client
  readonly duplicate: Client
}

interface CompareProps {
  readonly pair: ClientPair
  readonly onSwap: () => void
  readonly onBack: () => void
  readonly onMerge: () => void
  readonly isBusy: boolean
  readonly error: Error | null
}

/** Two clients beside each other, and what a merge moves. */
function Compare({ pair, onSwap, onBack, onMerge, isBusy, error }: CompareProps) {
  const { remaining, duplicate } = pair
  const words = useWords(mergeWords)
  const parts = useWords(partWords)
  const { fields } = words
  const [mine, others] = [useCounts(remaining.id), useCounts(duplicate.id)]
  const rows: readonly [string, (client: Client) => ReactNode][] = [
    [fields.name, ({ full_name: name }) => name],
    [fields.email, ({ email }) => email],
    [fields.phone, ({ phone }) => maskPhone(phone ?? '')],
    [fields.cpf, ({ cpf }) => maskTaxId(cpf ?? '')],
    [fields.cnpj, ({ cnpj }) => maskTaxId(cnpj ?? '')],
    [fields.bornOn, ({ born_on: born }) => born !== null && <Day of={born} kind="date" />],
    [fields.documents, ({ identity_documents: documents }) => documents.length || ''],
    [fields.since, ({ created_at: at }) => <DateTime at={at} kind="stamp" />],
  ]
  const told = rows.filter(([, cell]) => cell(remaining) || cell(duplicate))
  const counted = (['bookings', 'invoices', 'quotes'] as const).filter((name) => others[name] !== undefined)
  return (
    <div className={css.compare}>
      <table className={css.pair}>
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            <th scope="col">{words.kept}</th>
            <th scope="col">{words.ended}</th>
          </tr>
        </thead>
        <tbody>
          {told.map(([name, cell]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{cell(remaining) || <i className="quiet">{words.empty}</i>}</td>
              <td>{cell(duplicate) || <i className="quiet">{words.empty}</i>}</td>
            </tr>
          ))}
          {counted.map((name) => (
            <tr key={name}>
              <th scope="row">{fields[name]}</th>
              <td>{mine[name]}</td>
              <td>{others[name]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div>
        <Button isSmall icon={swap} onClick={onSwap}>
          {words.swap}
        </Button>
      </div>
      <div className={css.moves}>
        <h3>{words.moves(remaining.full_name)}</h3>
        <p>{words.movesText}</p>
        <p>{words.fills}</p>
        <p>{words.undoable}</p>
      </div>
      {error !== null && (
        <p role="alert" className={css.failure}>
          {failureText(error, parts).text}
        </p>
      )}
      <div className={css.ends}>
        <Button onClick={onBack}>{words.toList}</Button>
        <Button kind="main" isBusy={isBusy} onClick={onMerge}>
          {words.merge}
        </Button>
      </div>
    </div>
  )
}

/** How many records a client has; undefined while loading, and without the permission. */
function useCounts(id: string) {
  const query = { client_id: id, limit: 1 }
  const bookings = useRead('bookings.list', { query }, { isEnabled: usePermission('bookings.read') })
  const invoices = useRead('invoices.list', { query }, { isEnabled: usePermission('invoices.read') })
  const quotes = useRead('quotes.list', { query }, { isEnabled: usePermission('quotes.read') })
  return {
    bookings: bookings.data?.pagination.total,
    invoices: invoices.data?.pagination.total,
    quotes: quotes.data?.pagination.total,
  }
}
