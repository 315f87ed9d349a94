// The documents and loyalty numbers in the file of a client or companion: how long they hold, and what a form sends.
import type { FileDocument } from '../../contract/client-file.ts'
import type { LoyaltyAccount } from '../../contract/passengers.ts'
import { monthsAfter } from './calendar-days.ts'
import { isSame } from './form-versions.ts'

export type Validity = 'valid' | 'twelveMonths' | 'sixMonths' | 'expired'

/** Both YYYY-MM-DD. */
export function validityOf(expiresOn: string, today: string): Validity {
  if (expiresOn < today) return 'expired'
  if (expiresOn < monthsAfter(today, 6)) return 'sixMonths'
  return expiresOn < monthsAfter(today, 12) ? 'twelveMonths' : 'valid'
}

/** The service masks numbers for people who may not read them. */
export function isMaskedNumber(number: string): boolean {
  return number.startsWith('***')
}

/** The files of clients and companions, as a form holds them. */
export interface TravellerValues {
  born_on?: string | undefined
  gender?: 'f' | 'm' | '' | undefined
  identity_documents: DocumentValues[]
  loyalty_programme_accounts: LoyaltyValues[]
}

export interface DocumentValues {
  id?: string | undefined
  type: FileDocument['type']
  number?: string | undefined
  issuing_country_code?: string | undefined
  issued_on?: string | undefined
  expires_on?: string | undefined
}

export interface LoyaltyValues {
  airline_iata_code?: string | undefined
  account_number?: string | undefined
}

interface TravellerFile {
  readonly born_on: string | null
  readonly gender: 'f' | 'm' | null
  readonly identity_documents: readonly FileDocument[]
  readonly loyalty_programme_accounts: readonly LoyaltyAccount[]
}

export const EMPTY_DOCUMENT: DocumentValues = {
  id: '',
  type: 'passport',
  number: '',
  issuing_country_code: 'BR',
  issued_on: '',
  expires_on: '',
}

export const EMPTY_ACCOUNT: LoyaltyValues = { airline_iata_code: '', account_number: '' }

export function travellerValues(file: TravellerFile | undefined): TravellerValues {
  return {
    born_on: file?.born_on ?? '',
    gender: file?.gender ?? '',
    identity_documents: (file?.identity_documents ?? []).map((one) => ({
      id: one.id,
      type: one.type,
      number: one.number,
      issuing_country_code: one.issuing_country_code,
      issued_on: one.issued_on ?? '',
      expires_on: one.expires_on ?? '',
    })),
    loyalty_programme_accounts: (file?.loyalty_programme_accounts ?? []).map((one) => ({
      airline_iata_code: one.airline_iata_code,
      account_number: one.account_number,
    })),
  }
}

/** Unchanged lists and numbers are left out, so that a masked number never replaces the whole one. */
export function travellerBody(typed: TravellerValues, before: TravellerValues) {
  const { identity_documents: documents, loyalty_programme_accounts: accounts } = typed
  return {
    born_on: typed.born_on || null,
    gender: typed.gender || null,
    ...(!isSame(documents, before.identity_documents) && {
      identity_documents: documents.map((one) => documentBody(one, before.identity_documents)),
    }),
    ...(!isSame(accounts, before.loyalty_programme_accounts) && {
      loyalty_programme_accounts: accounts.map((one) => ({
        airline_iata_code: one.airline_iata_code ?? '',
        account_number: one.account_number ?? '',
      })),
    }),
  }
}

function documentBody(one: DocumentValues, before: readonly DocumentValues[]) {
  const known = one.id ? before.find(({ id }) => id === one.id) : undefined
  const isKept = known !== undefined && (!one.number || one.number === known.number)
  return {
    ...(one.id && { id: one.id }),
    type: one.type,
    ...(!isKept && { number: one.number ?? '' }),
    issuing_country_code: one.issuing_country_code || null,
    issued_on: one.issued_on || null,
    expires_on: one.expires_on || null,
  }
}
