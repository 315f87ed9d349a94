// How an agency is shown: its profile, where its logo is, and the letterhead of what its clients read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOTIFICATIONS, type Notification } from '../../../contract/team-profile.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import { fitted } from '../../render/letterhead.ts'
import type { World } from '../world.ts'
import { issuerOf, letterheadOf } from './brand.ts'
import { wantsMail } from './notify.ts'
import { LOGO_SIZES, logoUrl, logoView, profileView } from './profile.ts'
import { readTerms } from './teams.ts'

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

test('an agency that said nothing is shown with what everybody has', () => {
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
    late_payment: { fine_percent: 1.5, interest_percent: 0.25 },
    invoice_texts: { footer: null, payment_instructions: null },
    notifications: NOTIFICATIONS,
    payment_reminders: { days_before: [], days_after: [] },
    search: { suppliers: null, without_airlines: [], connected_suppliers: ['simulated', 'duffel'] },
    created_at: CREATED,
  })
})

test('what it is charged, and how often it may ask, is not in its profile', () => {
  const shown = JSON.stringify(
    profileView(world, { ...TEAM, markup_percent: '77', rate_limit_per_minute: 7_777 }),
  )
  assert.doesNotMatch(shown.replace(TEAM.id, ''), /77|markup|fee|debits|limit/)
})

const NAMES = Object.keys(NOTIFICATIONS).filter((name): name is Notification => name in NOTIFICATIONS)

test('a choice of its own comes before the usual one, in the profile and where mails are sent', () => {
  const team = { ...TEAM, notifications: { booking_created: false, booking_reminder: true } }
  const { notifications } = profileView(world, team)
  assert.deepEqual(notifications, { ...NOTIFICATIONS, booking_created: false, booking_reminder: true })
  const wanted = NAMES.map((name) => [name, wantsMail(team, name)])
  assert.deepEqual(Object.fromEntries(wanted), notifications)
})

test('each size of a logo has an address of its own, below ours', () => {
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

test('text on the brand colour is white or dark, and told', () => {
  const colours = { '#0a6e5c': '#ffffff', '#ffd54f': '#141a22' }
  for (const [brand_colour, text] of Object.entries(colours)) {
    assert.equal(profileView(world, { ...TEAM, brand_colour }).brand_text_colour, text)
    assert.deepEqual(letterheadOf(world, { ...TEAM, brand_colour }).colours, { back: brand_colour, text })
  }
})

test('a letterhead says who issued the paper, in the looks of today, and how to reach it now', () => {
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

test('nothing but what is on papers is copied onto them', () => {
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
