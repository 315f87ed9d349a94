// Clients: by id, name, e-mail, CPF and CNPJ.
import { uuidFromClientId } from '../clients/client-id.ts'
import { activityOf } from '../clients/client-keys.ts'
import type { Term } from './read-term.ts'
import { type FoundClient, findClients } from './search-store.ts'
import { type Asked, byUuid, findAll, matchIn, within } from './ways.ts'

export function findMatchingClients(asked: Asked, { typed, folded, taxId }: Term): Promise<FoundClient[]> {
  return findAll(asked, findClients, [
    ...byUuid(uuidFromClientId(typed)),
    ...within('found.search_tax_ids', taxId),
    ...within('found.search_text', folded),
  ])
}

export function tellClient(client: FoundClient, { typed, folded, taxId }: Term) {
  const { id, full_name, email, search_text, search_tax_ids, created_at } = client
  const [name = '', address = '', company = ''] = search_text.split('\n')
  const texts = [
    ['id', id],
    ...search_tax_ids.split('\n').map((number) => ['tax_id', number] as const),
    ['email', address],
    ['name', name],
    ['name', company],
  ] as const
  return {
    type: 'client' as const,
    id,
    title: full_name,
    subtitle: email,
    status: activityOf(client),
    amount: null,
    ...(matchIn(texts, [uuidFromClientId(typed), taxId, folded]) ?? {
      matched: 'name' as const,
      exact: false,
    }),
    created_at,
  }
}
