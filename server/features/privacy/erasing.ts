// What is known of a person while they are being erased: kept sealed with the record of it, as the client itself is
// empty by then, and forgotten with the last bite.
import type { SecretBox } from '../../kernel/crypto/secret-box.ts'
import { type Person, personKnownBy } from '../../kernel/values/erase-person.ts'
import { phoneDigits } from '../../kernel/values/phone-number.ts'
import { clientIdFromUuid } from '../clients/client-id.ts'
import type { ClientRow } from '../clients/client-store.ts'

/** In this order; `steps.ts` has what each does. They are stored by name, so that a later version may add some. */
export const STEP_NAMES = [
  'mails',
  'messages',
  'traces',
  'bookings',
  'documents',
  'document_events',
  'remembered_answers',
] as const
export type StepName = (typeof STEP_NAMES)[number]

export interface Erasing {
  readonly clientId: string
  readonly fullName: string
  /** Addresses and numbers by which they are known. */
  readonly texts: readonly string[]
  /** Where they were written to. */
  readonly addresses: readonly string[]
  /** What the agency itself goes by is not taken for the person's. */
  readonly agencyEmail: string
  /** Which of the steps comes next, and after which of its rows; '' for its first. */
  readonly step: StepName
  readonly afterRow: string
}

/** Whoever has more than so many addresses and numbers is no person, and each is looked for in each text. */
const TEXTS_MAX = 200

export function erasingOf(
  { id, full_name, email, phone, cpf, cnpj }: ClientRow,
  agencyEmail: string,
): Erasing {
  const digits = phone === null ? null : phoneDigits(phone)
  const addresses = [email.toLowerCase(), digits].filter((address) => address !== null)
  return {
    clientId: id,
    fullName: full_name,
    texts: [email, phone, digits, cpf, cnpj].filter((text) => text !== null),
    // What goes to the agency's own address is not theirs.
    addresses: addresses.filter((address) => address !== '' && address !== agencyEmail.toLowerCase()),
    agencyEmail,
    step: STEP_NAMES[0],
    afterRow: '',
  }
}

export function personOf({ clientId, fullName, texts, agencyEmail }: Erasing): Person {
  return personKnownBy([clientId, clientIdFromUuid(clientId)], fullName, texts, [agencyEmail])
}

export function withTexts(erasing: Erasing, more: readonly string[]): Erasing {
  return { ...erasing, texts: [...new Set([...erasing.texts, ...more])].slice(0, TEXTS_MAX) }
}

export function sealErasing(box: SecretBox, id: string, erasing: Erasing): Buffer {
  return box.seal(JSON.stringify(erasing), placeOf(id))
}

export function openErasing(box: SecretBox, id: string, sealed: Buffer): Erasing {
  const erasing: Erasing = JSON.parse(box.open(sealed, placeOf(id)))
  if (!STEP_NAMES.includes(erasing.step))
    throw new Error(`${id} is at a step of erasing that this version does not know: ${erasing.step}`)
  return erasing
}

function placeOf(id: string): string {
  return `erasures.state:${id}`
}
