// Finds a person in stored JSON and takes them out, leaving all others as they are. A person is known by their client
// id, by their name together with an address, number or document of theirs, and by those texts themselves.
import { foldText } from './text.ts'

export interface Person {
  /** Both spellings of their client id. */
  readonly ids: readonly string[]
  /** Folded. */
  readonly name: string
  /** Folded texts by which they are known, wherever they stand: name, addresses, numbers. */
  readonly traces: ReadonlySet<string>
}

type Fields = Readonly<Record<string, unknown>>

/** Stands where a text of theirs stood. */
export const ERASED = 'apagado'
/** Stands where their name stood. */
const ERASED_NAME = { given_name: 'Pessoa', family_name: 'apagada' }
export const ERASED_FULL_NAME = `${ERASED_NAME.given_name} ${ERASED_NAME.family_name}`

/** What is shorter could be part of anything. */
const TRACE_CHARACTERS_MIN = 5
/** What of a client's fields says nothing of the person. */
const KEPT_OF_CLIENT = ['id', 'client_type', 'language', 'created_at', 'updated_at']

const ANSWER_OF_QUOTE = ['responded_by', 'decline_reason']

/** `except` are texts that others go by too, such as the agency's own address. */
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

/** Without the person; the same text where they are not in it. `isTheirs`: a traveller of their name is them. */
export function eraseInJson(json: string, person: Person, isTheirs = false): string {
  const before: unknown = JSON.parse(json)
  const after = erase(before, person, isTheirs)
  return after === before ? json : JSON.stringify(after)
}

/** Texts by which a traveller is known besides the name. */
export function textsOfTraveller(traveller: Fields): string[] {
  const numbers = [traveller.identity_documents, traveller.loyalty_programme_accounts]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .flatMap((one: Fields) => [one.unique_identifier, one.account_number])
  return [traveller.email, traveller.phone_number, ...numbers].filter((text) => typeof text === 'string')
}

/** Whether it is somebody of the person's name, and theirs is the booking, or also an address or a number. */
export function isPerson(value: Fields, { name, traces }: Person, isTheirs: boolean): boolean {
  const { given_name, family_name } = value
  if (typeof given_name !== 'string' || typeof family_name !== 'string') return false
  if (foldText(`${given_name} ${family_name}`) !== name) return false
  return (
    isTheirs || textsOfTraveller(value).some((text) => traces.has(foldText(text)) || traces.has(bare(text)))
  )
}

/** The same value, not a copy, where nothing is to be changed. */
function erase(value: unknown, person: Person, isTheirs: boolean): unknown {
  if (typeof value === 'string') return hasTrace(value, person) ? ERASED : value
  if (Array.isArray(value)) {
    const items = value.map((item) => erase(item, person, isTheirs))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isObject(value)) return value
  if (isPerson(value, person, isTheirs)) return erasedTraveller(value)
  if (isClient(value, person)) return erasedClient(value)
  // Whoever answered a quote of theirs, and whatever they wrote, is about them too.
  const isQuote = 'responded_by' in value && person.ids.includes(String(value.client_id))
  const fields = Object.entries(value).map(([name, field]) => {
    const isAnswer = isQuote && ANSWER_OF_QUOTE.includes(name) && typeof field === 'string'
    return [name, isAnswer ? ERASED : erase(field, person, isTheirs)] as const
  })
  return fields.some(([name, field]) => field !== value[name]) ? Object.fromEntries(fields) : value
}

/** Whether a text names them by anything that they are known by. */
export function hasTrace(text: string, { traces }: Person): boolean {
  const folded = foldText(text)
  const plain = bareOf(folded)
  for (const trace of traces) if (folded.includes(trace) || plain.includes(trace)) return true
  return false
}

const GIVEN_NAME_CHARACTERS_MIN = 3

/** Whether a text may be about them: it names them, or has their given name, which others have too. */
export function mayName(text: string, person: Person): boolean {
  const [given = ''] = person.name.split(' ')
  if (hasTrace(text, person)) return true
  return given.length >= GIVEN_NAME_CHARACTERS_MIN && wordsOf(text).has(given)
}

function wordsOf(text: string): Set<string> {
  return new Set(foldText(text).split(/[^\p{L}\p{N}]+/u))
}

function isClient(value: Fields, { ids }: Person): boolean {
  return 'full_name' in value && typeof value.id === 'string' && ids.includes(value.id)
}

function erasedClient(value: Fields): Fields {
  const blank = Object.entries(value).map(([name, field]) =>
    typeof field !== 'string' || KEPT_OF_CLIENT.includes(name) ? [name, field] : [name, ''],
  )
  return { ...Object.fromEntries(blank), full_name: ERASED_FULL_NAME }
}

function erasedTraveller(traveller: Fields): Fields {
  return {
    ...traveller,
    ...ERASED_NAME,
    ...('title' in traveller && { title: null }),
    born_on: '',
    email: '',
    phone_number: '',
    ...('identity_documents' in traveller && { identity_documents: [] }),
    ...('loyalty_programme_accounts' in traveller && { loyalty_programme_accounts: [] }),
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

/** Letters and digits alone: how numbers are compared that people write in several ways. */
function bare(text: string): string {
  return bareOf(foldText(text))
}

function bareOf(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}]/gu, '')
}
