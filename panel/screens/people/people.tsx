// The people of the agency and their roles, open invitations, and the permissions of each role.
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission, useTeam } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { DateTime } from '../../parts/date-time.tsx'
import { ListCard } from '../../parts/list-card.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Badge } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { frameWords } from '../../words/frame.ts'
import { useWords } from '../../words/language.tsx'
import { Invitations } from './invitations.tsx'
import { Invite } from './invite.tsx'
import css from './people.module.css'
import { PersonActions } from './person-actions.tsx'
import { RolesCard } from './roles-card.tsx'
import { peopleWords } from './words.ts'

const ROWS = 100

export function Screen() {
  const words = useWords(peopleWords)
  const { roles, pages } = useWords(frameWords)
  const list = useFilters([])
  const mayManage = usePermission('people.manage')
  const { data: team } = useTeam()
  const query = { page: list.page, limit: ROWS }
  const result = useRead('people.list', { query }, { keepsPrevious: true })
  const owners = result.data?.items.filter(({ role }) => role === 'owner') ?? []
  const columns: Column<Row<'people.list'>>[] = [
    {
      name: 'name',
      head: words.name,
      cell: ({ id, name, email }) => (
        <span className={css.who}>
          <span className={css.acts}>
            <b>{name}</b>
            {id === team?.person?.id && <Badge kind="info">{words.you}</Badge>}
          </span>
          <span className="quiet">{email}</span>
        </span>
      ),
      isWide: true,
      phone: 'title',
    },
    { name: 'role', head: words.role, cell: ({ role }) => roles[role], phone: 'main' },
    { name: 'since', head: words.since, cell: ({ joined_at: at }) => <DateTime at={at} /> },
  ]
  const actions: Column<Row<'people.list'>> = {
    name: 'actions',
    head: words.actions,
    cell: (person) => (
      <PersonActions of={person} isLastOwner={person.role === 'owner' && owners.length === 1} />
    ),
    isEnd: true,
    phone: 'rest',
  }
  return (
    <>
      <PageHead title={words.title} sub={words.sub} back={{ to: PATHS.settings, name: pages.settings }}>
        {mayManage && <Invite />}
      </PageHead>
      <div className={css.page}>
        <ListCard
          title={words.people}
          result={result}
          columns={mayManage ? [...columns, actions] : columns}
          keyOf={({ id }) => id}
          list={list}
          none={{ title: words.noPeople }}
        />
        <Invitations mayManage={mayManage} />
        <RolesCard />
      </div>
    </>
  )
}
