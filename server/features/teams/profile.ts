// The profile of a team: its input and its public JSON, and that of the caller.

import { CARD_FEE_PERCENT_MAX, DEFAULT_INSTALMENTS_MAX, type StoredFee } from '../../../contract/cards.ts'
import { FINE_PERCENT_MAX, INTEREST_PERCENT_MAX } from '../../../contract/limits.ts'
import { TEAM_LOGO_PATH } from '../../../contract/links.ts'
import { type MessageTexts, PLACEHOLDERS, unknownPlaceholder } from '../../../contract/message-texts.ts'
import { PAYMENT_METHODS } from '../../../contract/payment-methods.ts'
import { issueWith } from '../../../contract/phrases/issues.ts'
import { bareTaxId, isCnpj, isCpf } from '../../../contract/tax-ids.ts'
import {
  type AddressInput,
  type Logo,
  NOTIFICATIONS,
  type Notification,
  type TeamChange,
  type TeamProfile,
} from '../../../contract/team-profile.ts'
import type { Me } from '../../../contract/teams.ts'
import { isoTimestamp, isTimeZone } from '../../kernel/values/dates.ts'
import {
  compareDecimals,
  decimalPlaces,
  formatDecimal,
  makeDecimal,
  parseDecimal,
} from '../../kernel/values/decimal.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import type { LateColumns } from '../../kernel/values/late-charges.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { phoneDigits } from '../../kernel/values/phone-number.ts'
import type { World } from '../world.ts'
import type { Caller } from './caller.ts'
import { nearestReadable, textOn } from './contrast.ts'
import { earlyDefaultView, readEarlyDefault } from './early-payment.ts'
import type { StoredLogo, Team, TeamChanges } from './store.ts'

const PLACES_MAX = 4

/** The names that the command line uses. */
const NAMES = { fine: 'late_fine', interest: 'late_interest' }

/** Fine and interest within the legal limits; zero if not given. */
export function readLateTerms(fine = '0', interest = '0', names = NAMES): LateColumns {
  return {
    fine_percent: readPercent(names.fine, fine, FINE_PERCENT_MAX),
    interest_percent: readPercent(names.interest, interest, INTEREST_PERCENT_MAX),
  }
}

function readPercent(field: string, text: string, max: number): string {
  const percent = parseDecimal(text)
  const isFit =
    percent !== null &&
    decimalPlaces(percent) <= PLACES_MAX &&
    percent.digits >= 0n &&
    compareDecimals(percent, makeDecimal(BigInt(max))) <= 0
  return isFit
    ? formatDecimal(percent)
    : failField(field, issueWith('must be a percentage from 0 to {most}, up to 4 decimals', { most: max }))
}

type Readers = {
  readonly [Field in keyof TeamChange]-?: (value: NonNullable<TeamChange[Field]>, known: Team) => TeamChanges
}

/** `suppliers` are the connected ones. */
export function readProfile(input: TeamChange, known: Team, suppliers: readonly string[]): TeamChanges {
  // A map, because every object inherits `constructor` and others, and the fields come from outside.
  const readers = new Map<string, (value: never, known: Team) => TeamChanges>(
    Object.entries(readersFor(suppliers)),
  )
  const parts = Object.entries(input).map(([field, value]) => {
    const read = readers.get(field)
    if (read === undefined) return {}
    // Every nullable field is a column of the same name.
    return value === null ? { [field]: null } : read(value as never, known)
  })
  return Object.assign({}, ...parts)
}

const readersFor = (connected: readonly string[]): Readers => ({
  name: (name) => ({ name: oneLine('name', name) }),
  legal_name: (name) => ({ legal_name: oneLine('legal_name', name) }),
  tax_id: (text) => ({ tax_id: readTaxId(text) }),
  email: (email) => ({ email: readEmail('email', email) }),
  reply_to: (email) => ({ reply_to: readEmail('reply_to', email) }),
  phone: (text) => ({ phone: readPhone('phone', text) }),
  whatsapp: (text) => ({ whatsapp: readPhone('whatsapp', text) }),
  website: (text) => ({ website: readWebsite(text) }),
  brand_colour: (colour) => ({ brand_colour: readColour(colour.toLowerCase()) }),
  time_zone: (zone) => ({
    time_zone: isTimeZone(zone)
      ? zone
      : failField('time_zone', 'must be an IANA time zone such as America/Sao_Paulo'),
  }),
  language: (language) => ({ language }),
  address: (address) => ({ address: readAddress(address) }),
  late_payment: ({ fine_percent: fine, interest_percent: interest, payable_days }, known) => ({
    ...readLateTerms(
      fine === undefined ? known.fine_percent : String(fine),
      interest === undefined ? known.interest_percent : String(interest),
      { fine: 'late_payment.fine_percent', interest: 'late_payment.interest_percent' },
    ),
    ...(payable_days !== undefined && { payable_days }),
  }),
  early_payment: (terms) => ({ early_payment: readEarlyDefault(terms) }),
  invoice_texts: ({ footer, payment_instructions }) => ({
    ...(footer !== undefined && { invoice_footer: readText('invoice_texts.footer', footer) }),
    ...(payment_instructions !== undefined && {
      payment_instructions: readText('invoice_texts.payment_instructions', payment_instructions),
    }),
  }),
  trip_terms: ({ 'pt-BR': pt, en }) => ({
    ...(pt !== undefined && { trip_terms_pt: readText('trip_terms.pt-BR', pt) }),
    ...(en !== undefined && { trip_terms_en: readText('trip_terms.en', en) }),
  }),
  message_texts: ({ 'pt-BR': pt = {}, en = {} }) => ({
    ...(pt.greeting !== undefined && {
      message_greeting_pt: readMessageText('message_texts.pt-BR.greeting', pt.greeting),
    }),
    ...(pt.closing !== undefined && {
      message_closing_pt: readMessageText('message_texts.pt-BR.closing', pt.closing),
    }),
    ...(en.greeting !== undefined && {
      message_greeting_en: readMessageText('message_texts.en.greeting', en.greeting),
    }),
    ...(en.closing !== undefined && {
      message_closing_en: readMessageText('message_texts.en.closing', en.closing),
    }),
  }),
  notifications: (choices, known) => ({ notifications: differing({ ...known.notifications, ...choices }) }),
  payment_methods: (methods) => ({
    payment_methods: PAYMENT_METHODS.filter((method) => methods.includes(method)),
  }),
  card_payment: ({ fees, ...terms }, { card_terms: known }) => ({
    card_terms: { ...known, ...terms, ...(fees !== undefined && { fees: readFees(fees) }) },
  }),
  payment_reminders: ({ days_before, days_after }) => ({
    ...(days_before !== undefined && { reminder_days_before: ascending(days_before) }),
    ...(days_after !== undefined && { reminder_days_after: ascending(days_after) }),
  }),
  search: ({ suppliers, without_airlines }) => ({
    ...(suppliers !== undefined && { suppliers: suppliers && readSuppliers(suppliers, connected) }),
    ...(without_airlines !== undefined && { without_airlines: [...new Set(without_airlines)].sort() }),
  }),
})

/** Without punctuation. Wrong check digits are refused, because banks refuse them. */
export function readTaxId(text: string): string {
  if (isCpf(text) || isCnpj(text)) return bareTaxId(text)
  return failField('tax_id', 'must be a CPF or CNPJ with right check digits')
}

/** Only choices that differ from the defaults, which may change with a release. */
function differing(choices: Readonly<Partial<Record<string, boolean>>>): Team['notifications'] {
  const isNotification = (name: string): name is Notification => Object.hasOwn(NOTIFICATIONS, name)
  const own = Object.entries(choices).filter(
    ([name, wanted]) => isNotification(name) && wanted !== NOTIFICATIONS[name],
  )
  return Object.fromEntries(own)
}

/** Ascending, each number once. */
function readFees(fees: NonNullable<NonNullable<TeamChange['card_payment']>['fees']>): StoredFee[] {
  const each = new Map(fees.map((fee) => [fee.from_instalments, fee]))
  if (each.size < fees.length) failField('card_payment.fees', 'has a number of instalments twice')
  return [...each.values()]
    .toSorted((one, other) => one.from_instalments - other.from_instalments)
    .map(({ from_instalments, percent }) => ({
      from_instalments,
      percent: readPercent('card_payment.fees', String(percent), CARD_FEE_PERCENT_MAX),
    }))
}

/** Each day once. */
function ascending(days: readonly number[]): number[] {
  return [...new Set(days)].sort((a, b) => a - b)
}

function readSuppliers(wanted: readonly string[], connected: readonly string[]): string[] {
  const unknown = wanted.find((name) => !connected.includes(name))
  if (unknown === undefined) return [...new Set(wanted)].sort()
  return failField(
    'search.suppliers',
    issueWith('knows no {name}; connected are {list}', { name: unknown, list: connected.join(', ') }),
  )
}

function readColour(colour: string): string {
  if (textOn(colour) !== null) return colour
  const issue = issueWith('is too hard to read text on; the nearest that is not is {colour}', {
    colour: nearestReadable(colour),
  })
  return fail('brand_colour_hard_to_read', { details: [{ field: 'brand_colour', issue }] })
}

function readAddress(given: AddressInput): Team['address'] {
  const { street, city, state, postal_code, number = null, complement = null, district = null } = given
  const digits = postal_code.replace(/^(\d{5})-?(\d{3})$/, '$1-$2')
  if (!/^\d{5}-\d{3}$/.test(digits)) failField('address.postal_code', 'must be a CEP such as 01310-100')
  const part = (name: string, text: string | null) => text && oneLine(`address.${name}`, text)
  return {
    street: oneLine('address.street', street),
    number: part('number', number),
    complement: part('complement', complement),
    district: part('district', district),
    city: oneLine('address.city', city),
    state,
    postal_code: digits,
  }
}

function readPhone(field: string, text: string): string {
  const digits = phoneDigits(text)
  return digits === null
    ? failField(field, 'must be a telephone number, such as +55 11 98888-7777')
    : `+${digits}`
}

const EMAIL = /^[^\s@<>,;"\p{C}]+@[^\s@<>,;".\p{C}]+(\.[^\s@<>,;".\p{C}]+)+$/u

function readEmail(field: string, text: string): string {
  return EMAIL.test(text) ? text : failField(field, 'must be an e-mail address')
}

function readWebsite(text: string): string {
  const url = URL.parse(text)
  const isFit = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isFit && !/[\s\p{Cc}]/u.test(text)
    ? text
    : failField('website', 'must be an address that begins with https:// or http://')
}

/** Names appear in mail headers and on single lines of documents. */
export function oneLine(field: string, text: string): string {
  const line = text.trim()
  return line === '' || /\p{Cc}|\u2028|\u2029/u.test(line)
    ? failField(field, 'must be one line of text, and not empty')
    : line
}

/** Null if empty; line breaks stay. */
function readText(field: string, text: string | null): string | null {
  const trimmed = text?.replaceAll('\r\n', '\n').trim() ?? ''
  if (/[^\n\P{Cc}]/u.test(trimmed)) failField(field, 'must be plain text')
  return trimmed === '' ? null : trimmed
}

const KNOWN = PLACEHOLDERS.map((name) => `{${name}}`)
const KNOWN_FIRST = KNOWN.slice(0, -1).join(', ')
const KNOWN_LAST = KNOWN.at(-1) ?? ''

/** A greeting or closing of messages to clients; null if empty. */
export function readMessageText(field: string, text: string | null): string | null {
  const read = readText(field, text)
  const unknown = read === null ? null : unknownPlaceholder(read)
  if (unknown === null) return read
  return failField(
    field,
    issueWith('has the unknown placeholder {name}; use {list} or {last}', {
      name: unknown,
      list: KNOWN_FIRST,
      last: KNOWN_LAST,
    }),
  )
}

/** Edges in pixels, as in the URLs. */
export const LOGO_SIZES = { wide: 512, touch_icon: 180, icon: 64 } as const
export type LogoSize = keyof typeof LOGO_SIZES

export function messageTextsOf(team: Team): MessageTexts {
  return {
    'pt-BR': { greeting: team.message_greeting_pt, closing: team.message_closing_pt },
    en: { greeting: team.message_greeting_en, closing: team.message_closing_en },
  }
}

export function profileView(world: World, team: Team): TeamProfile {
  const { brand_colour: colour, suppliers, without_airlines } = team
  return {
    id: team.id,
    name: team.name,
    legal_name: team.legal_name,
    tax_id: team.tax_id,
    email: team.email,
    reply_to: team.reply_to,
    phone: team.phone,
    whatsapp: team.whatsapp,
    website: team.website,
    address: team.address,
    brand_colour: colour,
    brand_text_colour: colour === null ? null : textOn(colour),
    logo: team.logo && logoView(world, team.logo),
    time_zone: team.time_zone,
    language: team.language,
    currency: 'BRL',
    late_payment: {
      fine_percent: Number(team.fine_percent),
      interest_percent: Number(team.interest_percent),
      payable_days: team.payable_days,
    },
    early_payment: earlyDefaultView(team.early_payment),
    invoice_texts: { footer: team.invoice_footer, payment_instructions: team.payment_instructions },
    trip_terms: { 'pt-BR': team.trip_terms_pt, en: team.trip_terms_en },
    message_texts: messageTextsOf(team),
    notifications: { ...NOTIFICATIONS, ...team.notifications },
    payment_methods: team.payment_methods,
    card_payment: {
      instalments_max: team.card_terms.instalments_max ?? DEFAULT_INSTALMENTS_MAX,
      fee_bearer: team.card_terms.fee_bearer ?? 'agency',
      fees: (team.card_terms.fees ?? []).map((fee) => ({ ...fee, percent: Number(fee.percent) })),
    },
    payment_reminders: { days_before: team.reminder_days_before, days_after: team.reminder_days_after },
    search: {
      suppliers,
      without_airlines,
      connected_suppliers: world.suppliers.map(({ name }) => name),
    },
    created_at: isoTimestamp(team.created_at),
    updated_at: isoTimestamp(team.updated_at),
  }
}

export function logoView(world: World, logo: StoredLogo): Logo {
  const { width, height } = logo
  return {
    url: logoUrl(world, logo, 'wide'),
    touch_icon_url: logoUrl(world, logo, 'touch_icon'),
    icon_url: logoUrl(world, logo, 'icon'),
    width,
    height,
  }
}

export function logoUrl({ address }: World, { name }: StoredLogo, size: LogoSize): string {
  return `${address.url}${TEAM_LOGO_PATH}/${name}-${LOGO_SIZES[size]}.png`
}

/** `pricing` is that of the mode. */
export function meView(
  { owner, team, via, permissions }: Caller,
  { markup_percent, fee_cents }: Pick<Team, 'markup_percent' | 'fee_cents'>,
): Me {
  return {
    id: team.id,
    name: team.name,
    email: team.email,
    time_zone: team.time_zone,
    currency: 'BRL',
    mode: owner.mode,
    pricing: { markup_percent: Number(markup_percent), fee_amount: formatAmount(fee_cents) },
    late_payment: {
      fine_percent: Number(team.fine_percent),
      interest_percent: Number(team.interest_percent),
    },
    ...whoOf(via),
    permissions: listOf(permissions),
  }
}

function whoOf(via: Caller['via']): Pick<Me, 'key' | 'person'> {
  const { id, name } = via
  if (via.kind === 'key') return { key: { id, name, last_four: via.lastFour } }
  return { person: { id, name, email: via.email, role: via.role } }
}

const lists = new WeakMap<Caller['permissions'], Me['permissions']>()

/** Created once for each cached caller. */
function listOf(permissions: Caller['permissions']): Me['permissions'] {
  const list = lists.get(permissions) ?? [...permissions]
  lists.set(permissions, list)
  return list
}
