// The list of clients, searchable by name, e-mail or tax id.
import plus from 'icon:plus'
import users from 'icon:users'
import x from 'icon:x'
import { navigate } from '../../api/navigation.ts'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { maskPhone, maskTaxId } from '../../logic/masks.ts'
import { PATHS } from '../../logic/paths.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { List } from '../../parts/list.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { Select } from '../../parts/select.tsx'
import { Status } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { useDraftDialog } from '../../parts/use-draft.ts'
import { useFilters } from '../../parts/use-filters.ts'
import { frameWords } from '../../words/frame.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { ClientDialog } from './client-form.tsx'
import { Duplicates } from './duplicates.tsx'
import { Erasures } from './erasures.tsx'
import { clientWords } from './words.ts'

type Client = Row<'clients.list'>

const FILTERS = ['search', 'type', 'state', 'tag'] as const
const TYPES: readonly Client['client_type'][] = ['individual', 'company']
const STATES = ['active', 'inactive'] as const
const PAGE_ROWS = 25
const NEW_CLIENT_DRAFT = 'client.new'

export function Screen() {
  const words = useWords(clientWords)
  const frame = useWords(frameWords)
  const mayWrite = usePermission('clients.write')
  const [isOpen, setOpen] = useDraftDialog(NEW_CLIENT_DRAFT)
  const { filters, page, isFiltered, set, setPage, clear } = useFilters(FILTERS)
  const type = TYPES.find((one) => one === filters.type)
  const state = STATES.find((one) => one === filters.state)
  const query = {
    page,
    limit: PAGE_ROWS,
    search: filters.search,
    client_type: type,
    is_active: state === undefined ? undefined : state === 'active',
    tag: filters.tag,
  }
  const result = useRead('clients.list', { query }, { keepsPrevious: true })
  const create = mayWrite && (
    <Button kind="main" icon={plus} onClick={() => setOpen(true)}>
      {words.newOne}
    </Button>
  )
  return (
    <>
      <PageHead title={frame.pages.clients} sub={words.sub}>
        <Duplicates />
        <Erasures />
        {create}
      </PageHead>
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <SearchField
          label={words.search}
          placeholder={words.searchHint}
          value={filters.search}
          onSearch={(search) => set({ search })}
        />
        <Select
          label={words.type}
          none={words.anyType}
          choices={TYPES.map((value) => ({ value, label: words.types[value] }))}
          value={type ?? ''}
          onChange={({ target }) => set({ type: target.value })}
        />
        <Select
          label={words.state}
          none={words.anyState}
          choices={STATES.map((value) => ({ value, label: words.states[value] }))}
          value={state ?? ''}
          onChange={({ target }) => set({ state: target.value })}
        />
        {filters.tag !== '' && (
          <Button icon={x} aria-description={words.dropTag} onClick={() => set({ tag: '' })}>
            {words.tag(filters.tag)}
          </Button>
        )}
      </FilterBar>
      <Card title={frame.pages.clients} isEdged isTitleHidden>
        <List
          caption={frame.pages.clients}
          result={result}
          columns={columnsIn(words)}
          keyOf={({ id }) => id}
          linkOf={({ id }) => PATHS.client(id)}
          onPage={setPage}
          empty={isFiltered ? <NoMatch onClear={clear} /> : <NoClients>{create}</NoClients>}
        />
      </Card>
      <ClientDialog
        draftName={NEW_CLIENT_DRAFT}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onSaved={({ id }) => void navigate(PATHS.client(id))}
      />
    </>
  )
}

/** A company is shown by its name, with the contact person below. */
function NameCell({ of: { full_name: name, company_name: company } }: { of: Client }) {
  if (company === null || company === name) return name
  return (
    <>
      {company}
      <br />
      <small className="quiet">{name}</small>
    </>
  )
}

function columnsIn(words: (typeof clientWords)['pt']): Column<Client>[] {
  return [
    { name: 'name', head: words.name, cell: (one) => <NameCell of={one} />, isWide: true, phone: 'title' },
    { name: 'email', head: words.email, cell: ({ email }) => email, phone: 'rest' },
    { name: 'phone', head: words.phone, cell: ({ phone }) => maskPhone(phone ?? ''), phone: 'main' },
    {
      name: 'taxId',
      head: words.taxId,
      cell: ({ cpf, cnpj }) => <span className="code">{maskTaxId(cnpj ?? cpf ?? '')}</span>,
    },
    { name: 'type', head: words.type, cell: (one) => words.types[one.client_type], phone: 'side' },
    {
      name: 'state',
      head: words.state,
      cell: ({ is_active: isActive }) => (
        <Status kind={isActive ? 'ok' : 'mute'}>{words.states[isActive ? 'active' : 'inactive']}</Status>
      ),
      phone: 'state',
    },
  ]
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const words = useWords(clientWords)
  const { clearFilters } = useWords(partWords)
  return (
    <EmptyState title={words.noMatch} text={words.noMatchText}>
      <Button onClick={onClear}>{clearFilters}</Button>
    </EmptyState>
  )
}

function NoClients({ children }: { children: React.ReactNode }) {
  const words = useWords(clientWords)
  return (
    <EmptyState title={words.none} text={words.noneText} icon={users}>
      {children}
    </EmptyState>
  )
}
