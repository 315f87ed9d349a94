// Connects our adapter to a fake bank, with a clock that only the test moves.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { PixSettings } from '../../../contract/banks/pix.ts'
import { apiPix } from '../../../server/adapters/banks/pix/api-pix.ts'
import type {
  Bank,
  ChargeOrder,
  Mandates,
  Outcome,
  Surroundings,
} from '../../../server/adapters/banks/port.ts'
import { makeNames } from '../../../server/adapters/dns/dns.ts'
import { fixedClock, type MovableClock } from '../../../server/kernel/process/clock.ts'
import type { FakeProfile } from './fake-profiles.ts'
import { type FakePsp, startFakePsp } from './fake-psp.ts'

export interface PixBank {
  psp: FakePsp
  bank: Bank
  clock: MovableClock
  /** Another connection to the same bank. */
  connect(settings?: OtherSettings, surroundings?: Partial<Surroundings>): Bank
}

/** Undefined removes a field. */
export type OtherSettings = { [Name in keyof PixSettings]?: PixSettings[Name] | undefined }

export const NOON = new Date('2026-11-16T12:00:00.000Z')
export const LOOPBACK = {
  allowedCidrs: ['127.0.0.1/32'],
  loopbackOpen: false,
  resolve: makeNames({ servers: null }),
}
/** Long enough that only intended time-outs happen on a busy machine; tests of time-outs pass less. */
const TIMEOUT_MS = 10_000

export async function pixBank(t: TestContext, profile?: FakeProfile): Promise<PixBank> {
  const clock = fixedClock(NOON)
  const psp = await startFakePsp({ clock, ...(profile && { profile }) })
  const connections: Bank[] = []
  t.after(async () => {
    await Promise.all(connections.map((connect) => connect.close()))
    await psp.close()
  })
  const connect: PixBank['connect'] = (settings = {}, surroundings = {}) => {
    const all = { wall: clock, team: 'team_1', address: LOOPBACK, timeoutMs: TIMEOUT_MS, ...surroundings }
    const made = watched(apiPix.connect(withSettings(psp, settings), all), psp)
    connections.push(made)
    return made
  }
  return { psp, bank: connect(), clock, connect }
}

/** The bank's settings, with changes. */
export function withSettings({ settings }: FakePsp, changes: OtherSettings): PixSettings {
  return JSON.parse(JSON.stringify({ ...settings, ...changes }))
}

/** In every test: no reason may contain a secret. */
function watched(bank: Bank, psp: FakePsp): Bank {
  const watch = async <T>(answer: Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const outcome = await answer
    const reason = outcome.outcome === 'confirmed' ? '' : outcome.reason
    for (const secret of psp.secrets())
      assert.ok(!reason.includes(secret), `a reason contains a secret: ${reason}`)
    return outcome
  }
  return {
    ...bank,
    open: (order) => watch(bank.open(order)),
    read: (...charge) => watch(bank.read(...charge)),
    withdraw: (...charge) => watch(bank.withdraw(...charge)),
    received: (from, to) => watch(bank.received(from, to)),
    returned: (from, to) => watch(bank.returned(from, to)),
    refund: (paymentId, refundId, amountCents) => watch(bank.refund(paymentId, refundId, amountCents)),
    register: (url) => watch(bank.register(url)),
    ...(bank.mandates && { mandates: watchedMandates(bank.mandates, watch) }),
  }
}

function watchedMandates(
  mandates: Mandates,
  watch: <T>(answer: Promise<Outcome<T>>) => Promise<Outcome<T>>,
): Mandates {
  return {
    takesRetries: mandates.takesRetries,
    create: (order) => watch(mandates.create(order)),
    read: (id) => watch(mandates.read(id)),
    cancel: (id) => watch(mandates.cancel(id)),
    charge: (order) => watch(mandates.charge(order)),
    retry: (...asked) => watch(mandates.retry(...asked)),
  }
}

let orders = 0

/** Each with a new txid. */
export function pixOrder(changes: Partial<ChargeOrder> = {}): ChargeOrder {
  orders++
  return {
    txid: `recarga${String(orders).padStart(20, '0')}`,
    method: 'pix',
    amountCents: 150_000n,
    expiresAt: new Date(NOON.getTime() + 1_800_000),
    receiver: { name: 'Agência Sol', city: 'São Paulo' },
    payer: { name: 'Ana Souza', document: null },
    description: 'Recarga da carteira',
    ...changes,
  }
}

/** The confirmed value; fails the test if there is none. */
export function confirmed<T>(outcome: Outcome<T>): T {
  if (outcome.outcome !== 'confirmed') assert.fail(`${outcome.outcome}: ${outcome.reason}`)
  return outcome.value
}
