// API keys: the list with permissions, and buttons to create and revoke them.
import keyIcon from 'icon:key-round'
import type { Row } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { useNow, usePermission } from '../../api/use-team.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { ListCard } from '../../parts/list-card.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Status } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useWords } from '../../words/language.tsx'
import { useTranslate } from '../../words/translate.ts'
import { CreateWithSecret } from './create-with-secret.tsx'
import { NewKey } from './new-key.tsx'
import { developerWords } from './words.ts'

type Key = Row<'keys.list'>

export function Screen() {
  const words = useWords(developerWords)
  const translate = useTranslate()
  const list = useFilters([])
  const mayManage = usePermission('keys.manage')
  const now = useNow()
  const result = useRead('keys.list', { query: { page: list.page } }, { keepsPrevious: true })
  const isOver = ({ revoked_at: revoked, expires_at: expires }: Key) =>
    revoked !== null ? words.revoked : expires !== null && now && new Date(expires) <= now && words.expired
  const columns: Column<Key>[] = [
    { name: 'name', head: words.name, cell: ({ name }) => translate(name), isWide: true, phone: 'title' },
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
    <CreateWithSecret label={words.newKey}>
      {(onCreated) => <NewKey onCreated={onCreated} />}
    </CreateWithSecret>
  )
  return (
    <>
      <PageHead title={words.keys} sub={words.keysSub}>
        {create}
      </PageHead>
      <ListCard
        title={words.keys}
        result={result}
        columns={columns}
        keyOf={({ id }) => id}
        list={list}
        none={{ title: words.noKeys, text: words.noKeysText, icon: keyIcon }}
      />
    </>
  )
}

/** Revokes a key at once and permanently. */
function RevokeKey({ of: { id, name } }: { of: Row<'keys.list'> }) {
  const words = useWords(developerWords)
  const revoke = useChange('keys.revoke', {
    refreshes: ['keys'],
    onDone: () => toast({ text: words.revokedToast }),
  })
  return (
    <ConfirmButton
      verb={words.revoke}
      title={words.revokeTitle(name)}
      isSmall
      change={revoke}
      request={{ params: { id } }}
    >
      <p>{words.revokeText}</p>
    </ConfirmButton>
  )
}
