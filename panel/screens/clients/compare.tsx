// Two clients beside each other, and what a merge moves.
import swap from 'icon:arrow-left-right'
import type { ReactNode } from 'react'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { maskPhone, maskTaxId } from '../../kit/masks.ts'
import { Button } from '../../parts/button.tsx'
import { DateTime, Day } from '../../parts/date-time.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import css from './merge.module.css'
import { mergeWords } from './merge-words.ts'

type Client = Row<'clients.duplicates'>['clients'][number]

export interface ClientPair {
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

export function Compare({ pair, onSwap, onBack, onMerge, isBusy, error }: CompareProps) {
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
