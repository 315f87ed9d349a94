// That people were erased, as the agency may have to show: when, and how much of what; nothing of the person.
import shield from 'icon:shield-check'
import { useState } from 'react'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { Button } from '../../parts/button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { List } from '../../parts/list.tsx'
import { Status } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { useWords } from '../../words/language.tsx'
import { clientWords } from './words.ts'

type Erasure = Row<'clients.erasures'>

export function Erasures() {
  const words = useWords(clientWords)
  const [isOpen, setOpen] = useState(false)
  const [page, setPage] = useState(1)
  const result = useRead('clients.erasures', { query: { page } }, { when: isOpen, keepsPrevious: true })
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
      </Dialog>
    </>
  )
}
