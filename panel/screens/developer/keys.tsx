// Keys of programs: which there are, what each may do, and an end to any of them.
import keyIcon from 'icon:key-round'
import plus from 'icon:plus'
import { useState } from 'react'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { useMay, useNow } from '../../api/use-team.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { List } from '../../parts/list.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Status } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { developerWords } from '../../words/developer.ts'
import { useWords } from '../../words/language.tsx'
import { NewKey } from './new-key.tsx'
import { RevokeKey } from './revoke-key.tsx'
import { SecretOnce } from './secret-once.tsx'

type Key = Row<'keys.list'>

export function Screen() {
  const words = useWords(developerWords)
  const { page, setPage } = useFilters([])
  const [isOpen, setOpen] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const mayManage = useMay('keys.manage')
  const now = useNow()
  const result = useRead('keys.list', { query: { page } }, { keepsPrevious: true })
  const isOver = ({ revoked_at: revoked, expires_at: expires }: Key) =>
    revoked !== null ? words.revoked : expires !== null && now && new Date(expires) <= now && words.expired
  const columns: Column<Key>[] = [
    { name: 'name', head: words.name, cell: ({ name }) => name, isWide: true, phone: 'title' },
    {
      name: 'ending',
      head: words.ending,
      cell: ({ last_four: last }) => <span className="code">…{last}</span>,
      phone: 'main',
    },
    {
      name: 'scope',
      head: words.scope,
      cell: ({ read_only: isReading, permissions }) =>
        isReading ? words.readScope : words.someScope(permissions.length),
    },
    { name: 'created', head: words.created, cell: ({ created_at: at }) => <DateTime at={at} /> },
    {
      name: 'used',
      head: words.lastUsed,
      cell: ({ last_used_at: at }) => (at === null ? words.never : <DateTime at={at} />),
    },
    {
      name: 'status',
      head: words.status,
      cell: (key) => <Status kind={isOver(key) ? 'mute' : 'ok'}>{isOver(key) || words.active}</Status>,
      phone: 'state',
    },
    {
      name: 'revoke',
      head: words.revoke,
      cell: (key) => (mayManage && key.revoked_at === null ? <RevokeKey of={key} /> : null),
      isEnd: true,
      phone: 'rest',
    },
  ]
  const create = mayManage && (
    <Button kind="main" icon={plus} onClick={() => setOpen(true)}>
      {words.newKey}
    </Button>
  )
  return (
    <>
      <PageHead title={words.keys} sub={words.keysSub}>
        {create}
      </PageHead>
      <Card title={words.keys} isEdged>
        <List
          caption={words.keys}
          result={result}
          columns={columns}
          keyOf={({ id }) => id}
          onPage={setPage}
          empty={
            <EmptyState title={words.noKeys} text={words.noKeysText} icon={keyIcon}>
              {create}
            </EmptyState>
          }
        />
      </Card>
      <NewKey
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onMade={(made) => {
          setOpen(false)
          setSecret(made)
        }}
      />
      <SecretOnce secret={secret} onKept={() => setSecret(null)} />
    </>
  )
}
