// What a client is found and counted by, made from its fields in one place.
import { foldText } from '../../kernel/values/fold-text.ts'
import { bareTaxId } from '../../kernel/values/tax-ids.ts'
import type { ClientKeys, ClientRow } from './client-store.ts'

export const CLIENT_LIST = 'clients'

type Fields = Pick<ClientRow, 'full_name' | 'email' | 'company_name' | 'cpf' | 'cnpj'>

export function keysOf({ full_name, email, company_name, cpf, cnpj }: Fields): ClientKeys {
  return {
    search_text: [full_name, email, company_name].map((text) => foldText(text ?? '')).join('\n'),
    search_tax_ids: [cpf, cnpj].map((text) => bareTaxId(text ?? '')).join('\n'),
    match_key: matchKey(full_name, email),
  }
}

/** Two spellings of one name and e-mail make the same key. */
export function matchKey(fullName: string, email: string): string {
  return `${foldText(email)}\n${foldText(fullName)}`
}

export function bucketOf({ client_type, is_active }: Pick<ClientRow, 'client_type' | 'is_active'>): string {
  return `${client_type} ${activityOf({ is_active })}`
}

export function activityOf({ is_active }: Pick<ClientRow, 'is_active'>): string {
  return is_active ? 'active' : 'inactive'
}
