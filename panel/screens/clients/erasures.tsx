// The log of erasures as evidence: date and counts, without personal data.
import shield from 'icon:shield-check'
import { useState } from 'react'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { PATHS } from '../../logic/paths.ts'
import { Button } from '../../parts/button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Link } from '../../parts/link.tsx'
import { List } from '../../parts/list.tsx'
import { Status } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { useWords } from '../../words/language.tsx'
import css from './client.module.css'
import { clientWords } from './words.ts'

type Erasure = Row<'clients.erasures'>

export function Erasures() {
  const words = useWords(clientWords)
  const [isOpen, setOpen] = useState(false)
  const [page, setPage] = useState(1)
  const result = useRead('clients.erasures', { query: { page } }, { isEnabled: isOpen, keepsPrevious: true })
  const columns: Column<Erasure>[] = [
    {
      name: 'when',
      head: words.erasedAt,
      cell: ({ erased_at: at }) => <DateTime at={at} kind="stamp" />,
      phone: 'title',
    },
    {
      name: 'counts',
      head: words.erasedWhat,
      cell: ({ counts }) => words.erasedCounts(counts.bookings, counts.mails + counts.messages, counts.notes),
      isWide: true,
      phone: 'main',
    },
    {
      name: 'state',
      head: words.state,
      cell: ({ completed_at: at }) => (
        <Status kind={at === null ? 'wait' : 'ok'}>{at === null ? words.erasing : words.erasedAll}</Status>
      ),
      phone: 'state',
    },
  ]
  return (
    <>
      <Button icon={shield} onClick={() => setOpen(true)}>
        {words.erasures}
      </Button>
      <Dialog title={words.erasures} kind="wide" isOpen={isOpen} onClose={() => setOpen(false)}>
        {isOpen && (
          <List
            caption={words.erasures}
            result={result}
            columns={columns}
            keyOf={({ id }) => id}
            onPage={setPage}
            empty={<EmptyState title={words.noErasures} text={words.noErasuresText} icon={shield} />}
          />
        )}
        {result.data?.items.map(({ id, erased_at: at, to_confirm: texts }) => (
          <TextsToConfirm key={id} at={at} texts={texts} />
        ))}
      </Dialog>
    </>
  )
}

const PATH_OF = {
  booking: PATHS.booking,
  invoice: PATHS.invoice,
  quote: PATHS.quote,
  recurring_invoice: PATHS.recurringInvoice,
  trip: PATHS.trip,
}

/** Each object once, even if several of its texts need review. */
function TextsToConfirm({ at, texts }: { at: string; texts: Erasure['to_confirm'] }) {
  const words = useWords(clientWords)
  const objects = [...new Map(texts.map((text) => [text.id, text])).values()]
  if (objects.length === 0) return null
  return (
    <section className={css.toConfirm}>
      <h3>
        {words.toConfirm} (<DateTime at={at} kind="stamp" />)
      </h3>
      <p>{words.toConfirmHint}</p>
      <ul>
        {objects.map(({ object, id }) => (
          <li key={id}>
            <Link to={PATH_OF[object](id)}>{`${words.textOf[object]} …${id.slice(-6)}`}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
