// A live team whose clients pay by Pix at a fake bank, with a clock that the test moves, and all logged
// errors.
import { fixedClock, type MovableClock } from '../../../server/kernel/process/clock.ts'
import { makeLog } from '../../../server/kernel/process/log.ts'
import { eventually } from '../eventually.ts'
import { INVOICES, newInvoice, read } from '../invoicing.ts'
import { type ConnectedBank, connectedBank } from './connected-bank.ts'

const BANK_TIMEOUT_MS = 5_000

export interface PaidByPix extends ConnectedBank {
  wall: MovableClock
  logged: Record<string, unknown>[]
  /** Advances time, and starts the jobs due by then. */
  pass(ms: number): void
  /** The same, and waits until they have ended, so that a waiting test looks once for each step. */
  goOn(ms: number): Promise<void>
  /** The client pays a code of the invoice, and the bank reports it; returns the id of the payment. */
  payCode(invoiceId: string, txid: string, amount?: string): Promise<string>
  /** A sent invoice of 150.00, paid. */
  paidInvoice(fields?: object): Promise<{ id: string; txid: string; endToEndId: string }>
}

export async function paidByPix({ hasDueDates = false } = {}): Promise<PaidByPix> {
  const wall = fixedClock(new Date('2026-11-16T12:00:00.000Z'))
  const logged: PaidByPix['logged'] = []
  const log = makeLog({ level: 'error', destination: { write: (line) => logged.push(JSON.parse(line)) } })
  // Short, because tests wait for hanging requests.
  const bank = await connectedBank({ wall, log, bankTimeoutMs: BANK_TIMEOUT_MS }, 'invoices', hasDueDates)
  const { app, psp, provider } = bank
  const payments = async (id: string) => (await read(app.live, `${INVOICES}/${id}`)).payments.length
  const story: PaidByPix = {
    ...bank,
    wall,
    logged,
    pass(ms) {
      wall.advance(ms)
      app.service.world.jobsAdded()
    },
    async goOn(ms) {
      story.pass(ms)
      await app.service.worker!.idle()
    },
    async payCode(invoiceId, txid, amount) {
      const before = await payments(invoiceId)
      const { endToEndId } = psp.pay(txid, amount === undefined ? {} : { amount })
      await psp.callBack(provider.callback_url, [txid])
      await app.service.worker!.idle()
      await eventually('paid', async () => (await payments(invoiceId)) > before)
      return endToEndId
    },
    async paidInvoice(fields = {}) {
      const { id, pix } = await newInvoice(app.live, { status: 'sent', due_date: '2099-01-01', ...fields })
      return { id, txid: pix.txid, endToEndId: await story.payCode(id, pix.txid) }
    },
  }
  return story
}
