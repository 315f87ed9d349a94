// Finds a person in stored JSON and removes them. A person is known by the client id, by the name together
// with an address, number or document, and by those texts themselves.
import { NO_REFERENCES } from './references.ts'
import { foldText } from './text.ts'

export interface Person {
  /** Both spellings of the client id. */
  readonly ids: readonly string[]
  /** Folded. */
  readonly name: string
  /** Folded texts that identify the person anywhere: name, addresses, numbers. */
  readonly traces: ReadonlySet<string>
}

type Fields = Readonly<Record<string, unknown>>

/** Replaces a text of the person. */
export const ERASED = 'eliminado'
/** Replaces the person's name. */
const ERASED_NAME = { given_name: 'Dados', family_name: 'eliminados' }
export const ERASED_FULL_NAME = `${ERASED_NAME.given_name} ${ERASED_NAME.family_name}`

/** A shorter text could be part of anything. */
const TRACE_CHARACTERS_MIN = 5
/** Fields of a client that contain no personal data. */
const KEPT_OF_CLIENT = [
  'id',
  'client_type',
  'language',
  'created_at',
  'updated_at',
  'merged_into_id',
  'unmerge_until',
]

const QUOTE_RESPONSE_FIELDS = ['responded_by', 'decline_reason']

/** `except` lists texts that others use too, such as the agency's own address. */
export function personKnownBy(
  ids: readonly string[],
  fullName: string,
  texts: readonly (string | null)[],
  except: readonly string[],
): Person {
  const name = foldText(fullName)
  const forms = [name, ...texts.flatMap((text) => (text === null ? [] : [foldText(text), bare(text)]))]
  const others = new Set(except.flatMap((text) => [foldText(text), bare(text)]))
  const traces = forms.filter((form) => form.length >= TRACE_CHARACTERS_MIN && !others.has(form))
  return { ids, name, traces: new Set(traces) }
}

/**
 * Returns the JSON without the person; the same text if nothing matched. `isTheirs`: a traveller of the same
 * name is the person.
 */
export function eraseInJson(json: string, person: Person, isTheirs = false): string {
  const before: unknown = JSON.parse(json)
  const after = erase(before, person, isTheirs)
  return after === before ? json : JSON.stringify(after)
}

/** Texts that identify a traveller besides the name. */
export function textsOfTraveller(traveller: Fields): string[] {
  const numbers = [traveller.identity_documents, traveller.loyalty_programme_accounts]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .flatMap((one: Fields) => [one.unique_identifier, one.number, one.account_number])
  return [traveller.email, traveller.phone_number, traveller.phone, ...numbers].filter(
    (text) => typeof text === 'string',
  )
}

/** Whether the name matches, and the booking is the person's or an address or number matches too. */
export function isPerson(value: Fields, { name, traces }: Person, isTheirs: boolean): boolean {
  const { given_name, family_name } = value
  if (typeof given_name !== 'string' || typeof family_name !== 'string') return false
  if (foldText(`${given_name} ${family_name}`) !== name) return false
  return (
    isTheirs || textsOfTraveller(value).some((text) => traces.has(foldText(text)) || traces.has(bare(text)))
  )
}

/** Returns the same value, not a copy, if nothing changes. */
function erase(value: unknown, person: Person, isTheirs: boolean): unknown {
  if (typeof value === 'string') return hasTrace(value, person) ? ERASED : value
  if (Array.isArray(value)) {
    const items = value.map((item) => erase(item, person, isTheirs))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isObject(value)) return value
  if (isPerson(value, person, isTheirs)) return erasedTraveller(value)
  if (isClient(value, person)) return erasedClient(value)
  if (isCompanion(value, person)) return erasedTraveller(value)
  if (isTripTraveller(value, person)) return erasedTripTraveller(value)
  const isTheirOwn = belongsTo(value, person) || (isTheirs && 'external_reference' in value)
  // The reply to the person's quote is about the person too.
  const isQuote = 'responded_by' in value && person.ids.includes(String(value.client_id))
  const fields = Object.entries(value).map(([name, field]) => {
    if (isTheirOwn && 'metadata' in value && name in NO_REFERENCES)
      return [name, emptied(name, field)] as const
    if (isTheirOwn && name === 'acceptances' && Array.isArray(field) && field.length > 0)
      return [name, []] as const
    const isResponse = isQuote && QUOTE_RESPONSE_FIELDS.includes(name) && typeof field === 'string'
    return [name, isResponse ? ERASED : erase(field, person, isTheirs)] as const
  })
  return fields.some(([name, field]) => field !== value[name]) ? Object.fromEntries(fields) : value
}

/** Whether a text contains anything that identifies the person. */
export function hasTrace(text: string, { traces }: Person): boolean {
  const folded = foldText(text)
  const plain = bareOf(folded)
  for (const trace of traces) if (folded.includes(trace) || plain.includes(trace)) return true
  return false
}

const GIVEN_NAME_CHARACTERS_MIN = 3

/** Whether a text may be about the person: it identifies the person, or contains the given name. */
export function mayName(text: string, person: Person): boolean {
  const [given = ''] = person.name.split(' ')
  if (hasTrace(text, person)) return true
  return given.length >= GIVEN_NAME_CHARACTERS_MIN && wordsOf(text).has(given)
}

function wordsOf(text: string): Set<string> {
  return new Set(foldText(text).split(/[^\p{L}\p{N}]+/u))
}

/** A booking or a document of the person. */
function belongsTo({ client_id, client }: Fields, { ids }: Person): boolean {
  const id = client_id ?? (isObject(client) ? client.id : undefined)
  return typeof id === 'string' && ids.includes(id)
}

/** Returns the same value if it is empty. */
function emptied(name: string, field: unknown): unknown {
  if (name === 'external_reference') return null
  return isObject(field) && Object.keys(field).length === 0 ? field : {}
}

function isClient(value: Fields, { ids }: Person): boolean {
  return 'full_name' in value && typeof value.id === 'string' && ids.includes(value.id)
}

/** In the person's file, or the person in the file of another client. */
function isCompanion(value: Fields, { ids }: Person): boolean {
  const clients = [value.client_id, value.linked_client_id]
  return 'relationship' in value && clients.some((id) => typeof id === 'string' && ids.includes(id))
}

/** Linked to the person, or of the same name: who a namesake is stays in the trip itself. */
function isTripTraveller(value: Fields, { ids, name }: Person): boolean {
  const { full_name, client_id } = value
  if (!('companion_id' in value && 'born_on' in value) || typeof full_name !== 'string') return false
  return ids.includes(String(client_id)) || foldText(full_name) === name
}

function erasedTripTraveller(value: Fields): Fields {
  return { ...value, full_name: ERASED_FULL_NAME, born_on: null, client_id: null, companion_id: null }
}

function erasedClient(value: Fields): Fields {
  const blank = Object.entries(value).map(([name, field]) =>
    KEPT_OF_CLIENT.includes(name) ? [name, field] : [name, blankOf(field)],
  )
  const references = Object.entries(NO_REFERENCES).filter(([name]) => name in value)
  const gender = 'gender' in value && { gender: null }
  return {
    ...Object.fromEntries(blank),
    ...Object.fromEntries(references),
    ...gender,
    full_name: ERASED_FULL_NAME,
  }
}

function blankOf(field: unknown): unknown {
  if (typeof field === 'string') return ''
  if (Array.isArray(field)) return []
  return isObject(field) ? null : field
}

function erasedTraveller(traveller: Fields): Fields {
  return {
    ...traveller,
    ...ERASED_NAME,
    ...('title' in traveller && { title: null }),
    born_on: '',
    email: '',
    ...('phone' in traveller ? { phone: '' } : { phone_number: '' }),
    ...('full_name' in traveller && { full_name: ERASED_FULL_NAME }),
    ...('gender' in traveller && 'relationship' in traveller && { gender: null }),
    ...('identity_documents' in traveller && { identity_documents: [] }),
    ...('loyalty_programme_accounts' in traveller && { loyalty_programme_accounts: [] }),
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

/** Letters and digits only, to compare numbers that are written in several ways. */
function bare(text: string): string {
  return bareOf(foldText(text))
}

function bareOf(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}]/gu, '')
}
