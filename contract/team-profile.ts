// An agency's profile and preferences: the shapes of `/team`.
import Type from 'typebox'
import { Brl, LATE_TERMS } from './amounts.ts'
import { CARD_FEE_BEARERS, CARD_FEE_PERCENT_MAX, INSTALMENTS_MAX } from './cards.ts'
import { Nullable, Timestamp } from './common.ts'
import { EarlyDefault, EarlyDefaultInput } from './early-payment.ts'
import { FINE_PERCENT_MAX, INTEREST_PERCENT_MAX, LOGO_BYTES_MAX, PAYABLE_DAYS_MAX } from './limits.ts'
import { TEAM_LOGO_PATH } from './links.ts'
import { MESSAGE_TEXT_MAX, PLACEHOLDERS } from './message-texts.ts'
import type { Operations } from './operation.ts'
import { PAYMENT_METHODS } from './payment-methods.ts'
import { data, image } from './responses.ts'

export const LANGUAGES = ['pt-BR', 'en'] as const
export type TeamLanguage = (typeof LANGUAGES)[number]

/** Notifications that are sent in one mail for a minute's events. */
const NEWS = {
  quote_accepted: true,
  quote_declined: true,
  invoice_paid: true,
  invoice_part_paid: true,
  invoice_overdue: true,
  payment_returned: true,
  payment_disputed: true,
  mandate_ended: true,
  debit_failed: true,
  booking_failed: true,
} as const
export type NewsKind = keyof typeof NEWS

/** Optional mails to the agency, and their defaults. */
export const NOTIFICATIONS = {
  booking_created: true,
  booking_ticketed: true,
  booking_reminder: false,
  booking_changed: true,
  booking_cancelled: true,
  booking_cancelled_by_carrier: true,
  ...NEWS,
  webhook_switched_off: true,
  daily_warnings_mail: false,
} as const
export type Notification = keyof typeof NOTIFICATIONS
export type NotificationChoices = Partial<Record<Notification, boolean>>

const line = (maxLength: number, description: string, ...examples: string[]) =>
  Type.String({ minLength: 1, maxLength, description, ...(examples.length > 0 && { examples }) })

/** The federal units of Brazil. */
export const STATES = (
  'AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO' as const
).split(' ')

const ADDRESS = {
  street: line(120, 'Street or avenue', 'Avenida Paulista'),
  city: line(80, 'City', 'São Paulo'),
  state: Type.Enum(STATES, { description: 'Two letters' }),
  postal_code: line(9, 'CEP: eight digits', '01310-100'),
}
const ADDRESS_DETAILS = {
  number: Nullable(line(20, 'House number', '1000')),
  complement: Nullable(line(60, 'Floor, room', 'Sala 12')),
  district: Nullable(line(80, 'District', 'Bela Vista')),
}

export const Address = Type.Object({ ...ADDRESS, ...ADDRESS_DETAILS })
export type Address = Type.Static<typeof Address>
export const AddressInput = Type.Object({
  ...ADDRESS,
  ...Type.Partial(Type.Object(ADDRESS_DETAILS)).properties,
})
export type AddressInput = Type.Static<typeof AddressInput>

const choices = Object.entries(NOTIFICATIONS).map(([name, isUsual]) => [
  name,
  Type.Boolean({ description: isUsual ? 'Sent unless switched off' : 'Not sent unless switched on' }),
])
export const Notifications = Type.Object<Record<Notification, Type.TBoolean>>(Object.fromEntries(choices), {
  description: 'Which mails the agency itself gets, at `email`',
})

const FORMS = {
  name: line(100, 'As clients know the agency', 'Aurora Viagens'),
  legal_name: Nullable(line(200, 'Registered name of the company', 'Aurora Viagens e Turismo Ltda.')),
  tax_id: Nullable(line(18, 'CNPJ, or CPF, with or without punctuation', '12.345.678/0001-95')),
  email: line(254, 'Where the agency is written to', 'ola@aurora.example'),
  reply_to: Nullable(line(254, 'Where replies to its mails go; `email` if null', 'vendas@aurora.example')),
  phone: Nullable(line(30, 'With the country code, or a Brazilian number; shown as E.164', '+551130000000')),
  whatsapp: Nullable(line(30, 'The same, of WhatsApp', '+5511988887777')),
  website: Nullable(line(200, 'Address that begins with https:// or http://', 'https://aurora.example')),
  brand_colour: Nullable(
    Type.String({
      pattern: '^#[0-9a-fA-F]{6}$',
      description: 'Of buttons and rules. White or dark text must be readable on it (4.5:1)',
      examples: ['#0a6e5c'],
    }),
  ),
  time_zone: line(64, 'IANA zone in which the days of the team begin and end', 'America/Sao_Paulo'),
  language: Type.Enum([...LANGUAGES], {
    description: 'Of mails to the agency, and to clients of whom no language is known',
  }),
}

const LATE_PAYMENT = {
  fine_percent: Type.Number({ ...LATE_TERMS.fine_percent, minimum: 0, maximum: FINE_PERCENT_MAX }),
  interest_percent: Type.Number({
    ...LATE_TERMS.interest_percent,
    minimum: 0,
    maximum: INTEREST_PERCENT_MAX,
  }),
  payable_days: Type.Integer({ ...LATE_TERMS.payable_days, minimum: 1, maximum: PAYABLE_DAYS_MAX }),
}

const INVOICE_TEXTS = {
  footer: Nullable(Type.String({ maxLength: 1_000, description: 'Below every invoice and quote' })),
  payment_instructions: Nullable(
    Type.String({ maxLength: 1_000, description: 'On invoices that are to be paid' }),
  ),
}

const terms = (description: string) => Nullable(Type.String({ maxLength: 20_000, description }))
const TRIP_TERMS = {
  'pt-BR': terms('In Portuguese; travellers who read English see it too if there is no other'),
  en: terms('In English; travellers who read Portuguese see it too if there is no other'),
}

const placeholders = PLACEHOLDERS.map((name) => `{${name}}`).join(', ')
const ownText = (maxLength: number, description: string) =>
  Nullable(Type.String({ maxLength, description: `${description}. May have ${placeholders}` }))
export const GreetingText = ownText(MESSAGE_TEXT_MAX.greeting, 'First line; the usual greeting if null')
export const ClosingText = ownText(MESSAGE_TEXT_MAX.closing, 'Last lines, above the signature; none if null')
const OWN_TEXTS = { greeting: GreetingText, closing: ClosingText }

const days = (minimum: number, maximum: number, description: string, examples: number[]) =>
  Type.Array(Type.Integer({ minimum, maximum }), { maxItems: 10, description, examples: [examples] })

const PAYMENT_REMINDERS = {
  days_before: days(0, 60, 'Days before the due date, at 09:00 of the team', [3]),
  days_after: days(1, 365, 'Days after it, for as long as the invoice is not paid', [3, 7, 15]),
}

const CARD_PAYMENT = {
  instalments_max: Type.Integer({
    minimum: 1,
    maximum: INSTALMENTS_MAX,
    description:
      'The most instalments of a card; more than 12 only with Visa and Mastercard, and never at Mercado Pago',
  }),
  fee_bearer: Type.Enum([...CARD_FEE_BEARERS], {
    description:
      'payer: the fee of the table is added to the amount. At Mercado Pago the settings of its account decide',
  }),
  fees: Type.Array(
    Type.Object({
      from_instalments: Type.Integer({ minimum: 1, maximum: INSTALMENTS_MAX }),
      percent: Type.Number({ minimum: 0, maximum: CARD_FEE_PERCENT_MAX, description: 'Of the amount' }),
    }),
    {
      maxItems: INSTALMENTS_MAX,
      description: 'The addition from so many instalments on, if the payer bears the fee',
      examples: [
        [
          { from_instalments: 1, percent: 3.49 },
          { from_instalments: 2, percent: 4.29 },
        ],
      ],
    },
  ),
}

const SEARCH = {
  suppliers: Nullable(
    Type.Array(line(40, 'One of connected_suppliers'), {
      minItems: 1,
      maxItems: 20,
      description: 'Whom live searches ask; all if null. Test searches ask all',
    }),
  ),
  without_airlines: Type.Array(Type.String({ pattern: '^[A-Z0-9]{2}$', examples: ['G3'] }), {
    maxItems: 100,
    description: 'Airlines whose flights are left out of searches',
  }),
}

export const Logo = Type.Object({
  url: Type.String({ description: 'PNG, up to 512 pixels wide and high' }),
  touch_icon_url: Type.String({ description: 'PNG of 180 by 180 pixels, on white' }),
  icon_url: Type.String({ description: 'PNG of 64 by 64 pixels' }),
  width: Type.Integer(),
  height: Type.Integer(),
})
export type Logo = Type.Static<typeof Logo>

export const TeamProfile = Type.Object({
  id: Type.String({ description: 'Team id (team_)' }),
  ...FORMS,
  brand_text_colour: Nullable(Type.String({ description: 'Readable on the brand colour' })),
  address: Nullable(Address),
  logo: Nullable(Logo),
  currency: Brl,
  late_payment: Type.Object(LATE_TERMS, { description: 'Of invoices that are made from now on' }),
  early_payment: {
    ...EarlyDefault,
    description: 'A discount for early payment of invoices that are made from now on, unless they name one',
  },
  invoice_texts: Type.Object(INVOICE_TEXTS, { description: 'Of invoices that are issued from now on' }),
  trip_terms: Type.Object(TRIP_TERMS, {
    description: 'Terms that travellers accept on the page of a trip; none if null',
  }),
  message_texts: Type.Object(
    { 'pt-BR': Type.Object(OWN_TEXTS), en: Type.Object(OWN_TEXTS) },
    { description: 'Greeting and closing of mails and messages to clients, by the language of the message' },
  ),
  notifications: Notifications,
  payment_methods: Type.Array(Type.Enum([...PAYMENT_METHODS]), {
    description: 'Of invoices that name none',
  }),
  card_payment: Type.Object(CARD_PAYMENT, { description: 'Of invoices that say nothing else' }),
  payment_reminders: Type.Object(PAYMENT_REMINDERS, {
    description: 'When clients are reminded of invoices that were sent; never unless days are named',
  }),
  search: Type.Object({
    ...SEARCH,
    connected_suppliers: Type.Array(Type.String(), { description: 'Those of this installation' }),
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type TeamProfile = Type.Static<typeof TeamProfile>

export const TeamChange = Type.Partial(
  Type.Object({
    ...FORMS,
    address: Nullable(AddressInput),
    late_payment: Type.Partial(Type.Object(LATE_PAYMENT)),
    early_payment: EarlyDefaultInput,
    invoice_texts: Type.Partial(Type.Object(INVOICE_TEXTS)),
    trip_terms: Type.Partial(Type.Object(TRIP_TERMS)),
    message_texts: Type.Partial(
      Type.Object({
        'pt-BR': Type.Partial(Type.Object(OWN_TEXTS)),
        en: Type.Partial(Type.Object(OWN_TEXTS)),
      }),
    ),
    notifications: Type.Partial(Notifications),
    payment_methods: Type.Array(Type.Enum([...PAYMENT_METHODS]), {
      minItems: 1,
      maxItems: PAYMENT_METHODS.length,
    }),
    card_payment: Type.Partial(Type.Object(CARD_PAYMENT)),
    payment_reminders: Type.Partial(Type.Object(PAYMENT_REMINDERS)),
    search: Type.Partial(Type.Object(SEARCH)),
  }),
)
export type TeamChange = Type.Static<typeof TeamChange>

// Operations on the caller's team: its profile and its logo. Both are shown to real clients, so only live
// callers change them.

const PATH = '/api/v1/team'
const YEAR_SECONDS = 31_536_000

const reading = { method: 'GET', access: 'team.read', tag: 'Team' } as const
const managing = { access: 'team.manage', tag: 'Team', audit: 'settings', liveModeOnly: true } as const

const managingLogo = { ...managing, path: `${PATH}/logo`, response: data(TeamProfile) } as const

export const TEAM_OPERATIONS = {
  'team.profile': {
    version: TeamProfile,
    ...reading,
    path: PATH,
    summary: "The agency's profile",
    response: data(TeamProfile),
  },
  'team.update': {
    version: TeamProfile,
    ...managing,
    method: 'PATCH',
    path: PATH,
    summary: "Change the agency's profile",
    description:
      'Fields that are left out stay. In live mode alone: what is changed is shown to real clients.',
    body: TeamChange,
    response: data(TeamProfile),
    errors: ['brand_colour_hard_to_read'],
  },
  'team.readLogo': {
    ...reading,
    path: `${PATH}/logo`,
    summary: "The agency's logo",
    response: data(Logo),
    errors: ['logo_not_found'],
  },
  'team.setLogo': {
    ...managingLogo,
    method: 'PUT',
    summary: "Set the agency's logo",
    description: 'The body is the bytes of the picture. It is redrawn in the sizes that are needed.',
    takes: ['image/png', 'image/jpeg', 'image/webp'],
    bodyBytesMax: LOGO_BYTES_MAX,
    errors: ['image_not_supported', 'image_too_large', 'image_not_readable'],
  },
  'team.removeLogo': {
    ...managingLogo,
    method: 'DELETE',
    summary: "Remove the agency's logo",
    description: 'Its addresses, and those of logos before it, lead nowhere from now on.',
    errors: ['logo_not_found'],
  },
  'logos.show': {
    params: Type.Object({ file: Type.String({ description: 'Name and size' }) }),
    path: `${TEAM_LOGO_PATH}/:file`,
    method: 'GET',
    access: 'limited',
    errors: ['logo_not_found'],
    response: image('image/png', YEAR_SECONDS),
  },
} as const satisfies Operations
