// What an agency says about itself, field by field: what is taken and in which form, and what is refused by its name.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { englishOf } from '../../../contract/phrases/issues.ts'
import { NOTIFICATIONS, type Notification, type TeamChange } from '../../../contract/team-profile.ts'
import { anyCharacters } from '../../../test/support/any-characters.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import { Fail } from '../../kernel/values/fail.ts'
import { fitted } from '../../render/letterhead.ts'
import type { World } from '../world.ts'
import { issuerOf, letterheadOf } from './brand.ts'
import { wantsMail } from './notify.ts'
import { LOGO_SIZES, logoUrl, logoView, profileView, readProfile, readTaxId } from './profile.ts'
import type { TeamChanges } from './store.ts'
import { readTerms } from './teams.ts'

const NOW = fixedClock(new Date('2026-11-16T12:00:00.000Z')).now()
const KNOWN = {
  ...readTerms({ name: 'Sol', email: 'sol@agencia.example', finePercent: '1', interestPercent: '0.5' }, NOW),
  notifications: { booking_created: false },
}
const CONNECTED = ['simulated', 'duffel']
const read = (input: TeamChange): TeamChanges => readProfile(input, KNOWN, CONNECTED)

/** The code, and the field to blame. */
function refusalOf(work: () => unknown): string {
  try {
    return `taken: ${JSON.stringify(work())}`
  } catch (error) {
    assert.ok(error instanceof Fail, String(error))
    return `${error.code} ${error.options.details?.[0]?.field}`
  }
}
const WRONG = 'invalid_request_parameters'
const fieldOf = (input: TeamChange) => refusalOf(() => read(input)).replace(`${WRONG} `, '')

test('an empty change changes nothing', () => {
  assert.deepEqual(read({}), {})
  assert.deepEqual(read({ invoice_texts: {}, search: {} }), {})
  assert.deepEqual(read({ notifications: {} }), { notifications: { booking_created: false } })
  assert.deepEqual(read({ late_payment: {} }), { fine_percent: '1', interest_percent: '0.5' })
})

test('null clears every optional field, each in its own column', () => {
  const none = {
    legal_name: null,
    tax_id: null,
    reply_to: null,
    phone: null,
    whatsapp: null,
    website: null,
    brand_colour: null,
    address: null,
  }
  assert.deepEqual(read(none), none)
  assert.deepEqual(read({ invoice_texts: { footer: null, payment_instructions: null } }), {
    invoice_footer: null,
    payment_instructions: null,
  })
  assert.deepEqual(read({ search: { suppliers: null } }), { suppliers: null })
})

const ADDRESS = { street: 'Rua da Aurora', city: 'Recife', state: 'PE', postal_code: '50050000' }
const PLACE = { ...ADDRESS, number: null, complement: null, district: null, postal_code: '50050-000' }

const TAKEN: [name: string, input: TeamChange, columns: TeamChanges][] = [
  ['names without spaces around', { name: ' Aurora  Viagens ' }, { name: 'Aurora  Viagens' }],
  ['names in any alphabet', { legal_name: '旅行 Ltda. 🌅' }, { legal_name: '旅行 Ltda. 🌅' }],
  ['a CNPJ with letters', { tax_id: '12.abc.345/01de-35' }, { tax_id: '12ABC34501DE35' }],
  ['a CPF', { tax_id: '529.982.247-25' }, { tax_id: '52998224725' }],
  ['an address with a plus', { email: 'ola+x@a.b.example' }, { email: 'ola+x@a.b.example' }],
  ['an address with accents', { reply_to: 'josé@café.example' }, { reply_to: 'josé@café.example' }],
  ['a number of another country', { phone: '+351 912 345 678' }, { phone: '+351912345678' }],
  ['a mobile number', { whatsapp: '(11) 98888-7777' }, { whatsapp: '+5511988887777' }],
  ['a page below a site', { website: 'http://a.example/x?y#z' }, { website: 'http://a.example/x?y#z' }],
  ['a colour in capitals', { brand_colour: '#0A6E5C' }, { brand_colour: '#0a6e5c' }],
  ['a time zone', { time_zone: 'America/Noronha' }, { time_zone: 'America/Noronha' }],
  ['a language', { language: 'en' }, { language: 'en' }],
  ['an address without its details', { address: ADDRESS }, { address: PLACE }],
  [
    'an address with some',
    { address: { ...ADDRESS, number: ' 325 ', district: 'Boa Vista', complement: null } },
    { address: { ...PLACE, number: '325', district: 'Boa Vista' } },
  ],
  ['a fine alone', { late_payment: { fine_percent: 2 } }, { fine_percent: '2', interest_percent: '0.5' }],
  ['interest alone', { late_payment: { interest_percent: 0 } }, { fine_percent: '1', interest_percent: '0' }],
  ['lines of text', { invoice_texts: { footer: ' a\r\nb\n' } }, { invoice_footer: 'a\nb' }],
  ['an empty text, which is none', { invoice_texts: { footer: ' \r\n ' } }, { invoice_footer: null }],
  ['instructions alone', { invoice_texts: { payment_instructions: 'x' } }, { payment_instructions: 'x' }],
  ['terms in one language', { trip_terms: { en: ' a\r\nb ' } }, { trip_terms_en: 'a\nb' }],
  ['no terms', { trip_terms: { 'pt-BR': null } }, { trip_terms_pt: null }],
  [
    'suppliers once each',
    { search: { suppliers: ['simulated', 'duffel', 'simulated'] } },
    { suppliers: ['duffel', 'simulated'] },
  ],
  [
    'airlines once each',
    { search: { without_airlines: ['LA', 'G3', 'LA'] } },
    { without_airlines: ['G3', 'LA'] },
  ],
  ['no airlines', { search: { without_airlines: [] } }, { without_airlines: [] }],
]

for (const [name, input, columns] of TAKEN)
  test(`accepted: ${name}`, () => assert.deepEqual(read(input), columns))

const REFUSED: [name: string, input: TeamChange, field: string][] = [
  ['an empty name', { name: '\t ' }, 'name'],
  ['a name with a line break', { name: 'a\r\nBcc: b@c.example' }, 'name'],
  ['a name with a null', { name: 'a\u0000b' }, 'name'],
  ['a legal name of two paragraphs', { legal_name: 'a\u2029b' }, 'legal_name'],
  ['a CPF of one digit', { tax_id: '111.111.111-11' }, 'tax_id'],
  ['a CPF too long', { tax_id: '529982247250' }, 'tax_id'],
  ['a CNPJ with wrong digits', { tax_id: '12ABC34501DE36' }, 'tax_id'],
  ['an address without a domain', { email: 'ola@' }, 'email'],
  ['an address without a dot', { email: 'ola@localhost' }, 'email'],
  ['an address that ends in a dot', { email: 'ola@a.example.' }, 'email'],
  ['an address with a name', { email: 'Sol <ola@a.example>' }, 'email'],
  ['two addresses', { reply_to: 'a@b.example;c@d.example' }, 'reply_to'],
  ['an address with a header', { reply_to: 'a@b.example\nBcc: c@d.example' }, 'reply_to'],
  ['a number without its area', { phone: '98888-7777' }, 'phone'],
  ['a number that is none', { whatsapp: '+' }, 'whatsapp'],
  ['a site without https', { website: 'aurora.example' }, 'website'],
  ['a file', { website: 'file:///etc/passwd' }, 'website'],
  ['data', { website: 'data:text/html,<script>' }, 'website'],
  ['a site with a user', { website: 'https://user@aurora.example' }, 'website'],
  ['a site with a space', { website: 'https://aurora.example/a b' }, 'website'],
  ['a site with a bell', { website: 'https://aurora.example\u0007' }, 'website'],
  ['a zone of nowhere', { time_zone: 'Brasil/Sol' }, 'time_zone'],
  ['an offset', { time_zone: '-03:00' }, 'time_zone'],
  ['a short CEP', { address: { ...ADDRESS, postal_code: '5005000' } }, 'address.postal_code'],
  ['a CEP with letters', { address: { ...ADDRESS, postal_code: '50O50-000' } }, 'address.postal_code'],
  ['an empty street', { address: { ...ADDRESS, street: ' ' } }, 'address.street'],
  ['a city of two lines', { address: { ...ADDRESS, city: 'a\nb' } }, 'address.city'],
  ['an empty detail', { address: { ...ADDRESS, complement: ' ' } }, 'address.complement'],
  ['too high a fine', { late_payment: { fine_percent: 2.0001 } }, 'late_payment.fine_percent'],
  ['interest below nothing', { late_payment: { interest_percent: -0.1 } }, 'late_payment.interest_percent'],
  ['a bell', { invoice_texts: { footer: 'a\u0007' } }, 'invoice_texts.footer'],
  ['a supplier that is not connected', { search: { suppliers: ['duffel', 'sabre'] } }, 'search.suppliers'],
]

for (const [name, input, field] of REFUSED)
  test(`refused: ${name}`, () => assert.equal(fieldOf(input), field))

test('an unconnected supplier is refused with the names of connected ones', () => {
  assert.throws(
    () => read({ search: { suppliers: ['sabre'] } }),
    (error) =>
      error instanceof Fail &&
      englishOf(error.options.details?.[0]?.issue ?? 'is wrong') ===
        'knows no sabre; connected are simulated, duffel',
  )
})

test('a colour with low contrast has an error code of its own', () => {
  assert.equal(
    refusalOf(() => read({ brand_colour: '#FF0000' })),
    'brand_colour_hard_to_read brand_colour',
  )
})

test('only switches that differ from the defaults are stored, so that defaults can change', () => {
  const switched = (choices: TeamChange['notifications']) =>
    read({ notifications: choices ?? {} }).notifications
  assert.deepEqual(switched({ booking_created: true }), {})
  assert.deepEqual(switched({ booking_reminder: true }), { booking_created: false, booking_reminder: true })
  assert.deepEqual(switched({ ...NOTIFICATIONS }), {})
  const all = Object.entries(NOTIFICATIONS).map(([name, isUsual]) => [name, !isUsual])
  const turned = Object.fromEntries(all)
  assert.deepEqual(switched(turned), turned)
})

test('a tax id is accepted with or without punctuation', () => {
  for (const text of ['12.345.678/0001-95', '12345678000195', ' 12 345 678 0001 95 '])
    assert.equal(readTaxId(text), '12345678000195', text)
  for (const text of [
    '',
    '0',
    '00000000000',
    '12345678000100',
    'ABCDEFGHIJKLMN',
    '１２３４５６７８０００１９５',
  ])
    assert.equal(
      refusalOf(() => readTaxId(text)),
      `${WRONG} tax_id`,
      text,
    )
})

test('accepted text is safe in a mail header, and accepted again unchanged', () => {
  const lines = [
    'name',
    'legal_name',
    'email',
    'reply_to',
    'phone',
    'website',
    'tax_id',
    'time_zone',
  ] as const
  let taken = 0
  const typed = fc.oneof(
    anyCharacters({ maxLength: 12 }),
    fc.constantFrom('a@b.example', 'https://a.example', '11988887777', 'UTC', '52998224725'),
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...lines),
      typed,
      fc.constantFrom('', ' ', '\n', '\u0000', '"'),
      (field, text, end) => {
        let columns: TeamChanges
        try {
          columns = read({ [field]: text + end })
        } catch (error) {
          assert.ok(error instanceof Fail && error.options.details?.[0]?.field === field, String(error))
          return
        }
        taken++
        const value = String(columns[field])
        assert.doesNotMatch(value, /[\p{Cc}\u2028\u2029]/u)
        assert.deepEqual(read({ [field]: value }), columns)
      },
    ),
    { numRuns: 500 },
  )
  assert.ok(taken > 30, `${taken} were taken`)
})

// How an agency is shown: its profile, where its logo is, and the letterhead of what its clients read.

const CREATED = '2026-11-16T12:00:00.000Z'
const TEAM = readTerms(
  { name: 'Sol', email: 'sol@agencia.example', finePercent: '1.50', interestPercent: '0.25' },
  fixedClock(new Date(CREATED)).now(),
)
const LOGO = { name: 'ab'.repeat(20), width: 512, height: 128 }
/** All of the world that it looks at. */
const world = {
  address: { url: 'https://viagens.example' },
  suppliers: [{ name: 'simulated' }, { name: 'duffel' }],
} as unknown as World

test('a new agency is shown with the defaults', () => {
  const { id, ...shown } = profileView(world, TEAM)
  assert.match(id, /^team_/)
  const nothing = {
    legal_name: null,
    tax_id: null,
    reply_to: null,
    phone: null,
    whatsapp: null,
    website: null,
  }
  assert.deepEqual(shown, {
    ...nothing,
    name: 'Sol',
    email: 'sol@agencia.example',
    address: null,
    brand_colour: null,
    brand_text_colour: null,
    logo: null,
    time_zone: 'America/Sao_Paulo',
    language: 'pt-BR',
    currency: 'BRL',
    late_payment: { fine_percent: 1.5, interest_percent: 0.25, payable_days: 30 },
    early_payment: null,
    payment_methods: ['pix'],
    card_payment: { instalments_max: 12, fee_bearer: 'agency', fees: [] },
    invoice_texts: { footer: null, payment_instructions: null },
    trip_terms: { 'pt-BR': null, en: null },
    message_texts: { 'pt-BR': { greeting: null, closing: null }, en: { greeting: null, closing: null } },
    notifications: NOTIFICATIONS,
    payment_reminders: { days_before: [], days_after: [] },
    search: { suppliers: null, without_airlines: [], connected_suppliers: ['simulated', 'duffel'] },
    created_at: CREATED,
    updated_at: CREATED,
  })
})

test('the profile has neither prices nor rate limits', () => {
  const { id, ...shown } = profileView(world, { ...TEAM, markup_percent: '77', rate_limit_per_minute: 7_777 })
  assert.equal(id, TEAM.id)
  assert.doesNotMatch(JSON.stringify(shown), /77|markup|fee_amount|debits|limit/)
})

const NAMES = Object.keys(NOTIFICATIONS).filter((name): name is Notification => name in NOTIFICATIONS)

test("a team's switches override the defaults, in the profile and for mails", () => {
  const team = { ...TEAM, notifications: { booking_created: false, booking_reminder: true } }
  const { notifications } = profileView(world, team)
  assert.deepEqual(notifications, { ...NOTIFICATIONS, booking_created: false, booking_reminder: true })
  const wanted = NAMES.map((name) => [name, wantsMail(team, name)])
  assert.deepEqual(Object.fromEntries(wanted), notifications)
})

test("each size of a logo has its own URL, below the service's", () => {
  const urls = logoView(world, LOGO)
  assert.deepEqual(urls, {
    url: `https://viagens.example/logos/${LOGO.name}-512.png`,
    touch_icon_url: `https://viagens.example/logos/${LOGO.name}-180.png`,
    icon_url: `https://viagens.example/logos/${LOGO.name}-64.png`,
    width: 512,
    height: 128,
  })
  assert.equal(new Set(Object.values(LOGO_SIZES)).size, 3)
  assert.equal(logoUrl(world, LOGO, 'icon'), urls.icon_url)
  assert.deepEqual(profileView(world, { ...TEAM, logo: LOGO }).logo, urls)
})

test('text on the brand colour is white or dark, and returned', () => {
  const colours = { '#0a6e5c': '#ffffff', '#ffd54f': '#141a22' }
  for (const [brand_colour, text] of Object.entries(colours)) {
    assert.equal(profileView(world, { ...TEAM, brand_colour }).brand_text_colour, text)
    assert.deepEqual(letterheadOf(world, { ...TEAM, brand_colour }).colours, { back: brand_colour, text })
  }
})

test("a letterhead has the issuer of the document, and today's brand and contact", () => {
  const then = issuerOf({
    ...TEAM,
    legal_name: 'Sol Ltda.',
    tax_id: '12345678000195',
    invoice_footer: 'Obrigado',
  })
  assert.deepEqual([then.footer, then.payment_instructions], ['Obrigado', null])
  const now = { ...TEAM, name: 'Lua', email: 'lua@agencia.example', brand_colour: '#0a6e5c', logo: LOGO }
  assert.deepEqual(letterheadOf(world, now, then), {
    name: 'Sol',
    lines: ['Sol Ltda. · CNPJ 12.345.678/0001-95', 'sol@agencia.example'],
    contact: { email: 'lua@agencia.example', phone: null, whatsapp: null },
    logo: {
      url: logoUrl(world, LOGO, 'wide'),
      iconUrl: logoUrl(world, LOGO, 'icon'),
      width: 512,
      height: 128,
    },
    colours: { back: '#0a6e5c', text: '#ffffff' },
  })
  const today = letterheadOf(world, now)
  assert.deepEqual([today.name, today.lines], ['Lua', ['lua@agencia.example']])
  assert.deepEqual([letterheadOf(world, TEAM).logo, letterheadOf(world, TEAM).colours], [null, null])
})

test('only what documents show is copied onto them', () => {
  const names = Object.keys(issuerOf(TEAM)).toSorted()
  const contact = ['address', 'email', 'legal_name', 'name', 'phone', 'tax_id', 'website', 'whatsapp']
  assert.deepEqual(names, [...contact, 'footer', 'payment_instructions'].toSorted())
})

const FITTED: [width: number, height: number, shown: [number, number]][] = [
  [512, 128, [128, 32]],
  [128, 512, [16, 64]],
  [512, 256, [128, 64]],
  [512, 512, [64, 64]],
  [1, 1, [64, 64]],
  [512, 1, [128, 0.25]],
]

for (const [width, height, shown] of FITTED)
  test(`a logo of ${width} by ${height} keeps its proportions`, () => {
    const size = fitted({ url: '', width, height }, { width: 128, height: 64 })
    assert.deepEqual([size.width, size.height], shown)
  })
