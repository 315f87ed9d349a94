// Which function serves which kind of due work, and how it is tried again.
import { cancelOrder } from '../bookings/cancel-booking.ts'
import { expireBooking } from '../bookings/expire-booking.ts'
import { settleHold } from '../bookings/hold-booking.ts'
import { issueTickets } from '../bookings/issue-tickets.ts'
import { syncBooking } from '../bookings/sync-booking.ts'
import { applyVerdictToInvoice } from '../invoicing/invoices/apply-verdict-to-invoice.ts'
import { openInvoiceCharge } from '../invoicing/invoices/open-invoice-charge.ts'
import { overdueInvoice } from '../invoicing/invoices/overdue-invoice.ts'
import { chargeWaitingInvoices, renewInvoiceCharge } from '../invoicing/invoices/replace-invoice-charge.ts'
import { expireRecurringInvoice } from '../invoicing/recurring/expire-recurring-invoice.ts'
import { generateInvoice } from '../invoicing/recurring/generate-invoice.ts'
import { notifyBooking } from '../notices/notify-booking.ts'
import { notifyClient } from '../notices/notify-client.ts'
import { sendMail } from '../notices/send-mail.ts'
import { sendMessage } from '../notices/send-message.ts'
import type { ChargeOwners } from '../payments/charge-owners.ts'
import { checkCharge } from '../payments/check-charge.ts'
import { reconcileProvider } from '../payments/reconcile-provider.ts'
import { registerCallbacks } from '../payments/register-callbacks.ts'
import { withdrawCharge } from '../payments/withdraw-charge.ts'
import { abandonRecharge } from '../wallet/abandon-recharge.ts'
import { applyVerdictToRecharge } from '../wallet/apply-verdict-to-recharge.ts'
import { expireRecharge } from '../wallet/expire-recharge.ts'
import { alertWebhookOff } from '../webhooks/alert-webhook-off.ts'
import { clearWebhook } from '../webhooks/delete-webhook.ts'
import { deliver } from '../webhooks/deliver.ts'
import type { Task, World } from '../world.ts'
import { keepHouse } from './keep-house.ts'
import { proveLedger } from './prove-ledger.ts'

export interface Kind {
  /** May answer `{recording}`: it writes down itself how it ended, and its slot is free meanwhile. */
  run: (world: World, task: Task) => Promise<unknown>
  /** Waits after the first, second, ... failure; past the last one the piece is dead. */
  waitsMs: readonly number[]
  /** Pieces of one lane that run at once in one process. */
  laneCap: number
  /** Whether an advance of a test clock may run pieces of one moment side by side. */
  sideBySide?: boolean
}

export type Kinds = Readonly<Record<string, Kind>>

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** For work that only fails when something of ours is away. */
export const TECHNICAL_WAITS_MS = [
  SECOND,
  5 * SECOND,
  30 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  120 * MINUTE,
] as const

/** A mail server may be away for hours, or be told the right password only then; an old notice helps nobody. */
export const MAIL_WAITS_MS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 360 * MINUTE] as const

/** A bank may be away for a night; what it was paid is asked for until it answers. */
export const BANK_WAITS_MS = [
  2 * SECOND,
  10 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  120 * MINUTE,
  360 * MINUTE,
  720 * MINUTE,
] as const

/** Who is told what a bank says of a charge. */
const OWNERS: ChargeOwners = { recharge: applyVerdictToRecharge, invoice: applyVerdictToInvoice }

export const KINDS: Kinds = {
  deliver: { run: deliver, waitsMs: TECHNICAL_WAITS_MS, laneCap: 16, sideBySide: true },
  'alert-webhook-off': { run: alertWebhookOff, waitsMs: TECHNICAL_WAITS_MS, laneCap: 1 },
  'clear-webhook': { run: clearWebhook, waitsMs: TECHNICAL_WAITS_MS, laneCap: 1 },
  'keep-house': { run: keepHouse, waitsMs: TECHNICAL_WAITS_MS, laneCap: 1 },
  'send-mail': { run: sendMail, waitsMs: MAIL_WAITS_MS, laneCap: 4 },
  'issue-tickets': { run: issueTickets, waitsMs: TECHNICAL_WAITS_MS, laneCap: 8 },
  'settle-hold': { run: settleHold, waitsMs: TECHNICAL_WAITS_MS, laneCap: 4 },
  'cancel-order': { run: cancelOrder, waitsMs: TECHNICAL_WAITS_MS, laneCap: 4 },
  'sync-booking': { run: syncBooking, waitsMs: TECHNICAL_WAITS_MS, laneCap: 4 },
  'expire-booking': { run: expireBooking, waitsMs: TECHNICAL_WAITS_MS, laneCap: 4 },
  'booking-mail': { run: notifyBooking, waitsMs: TECHNICAL_WAITS_MS, laneCap: 4 },
  'expire-recharge': { run: expireRecharge, waitsMs: TECHNICAL_WAITS_MS, laneCap: 4 },
  'abandon-recharge': { run: abandonRecharge, waitsMs: BANK_WAITS_MS, laneCap: 4 },
  'withdraw-charge': {
    run: (world, task) => withdrawCharge(world, task, OWNERS),
    waitsMs: BANK_WAITS_MS,
    laneCap: 4,
  },
  'check-charge': {
    run: (world, task) => checkCharge(world, task, OWNERS),
    waitsMs: BANK_WAITS_MS,
    laneCap: 8,
  },
  'register-callbacks': { run: registerCallbacks, waitsMs: BANK_WAITS_MS, laneCap: 2 },
  'reconcile-provider': {
    run: (world, task) => reconcileProvider(world, task, OWNERS),
    waitsMs: BANK_WAITS_MS,
    laneCap: 2,
  },
  'generate-invoice': { run: generateInvoice, waitsMs: TECHNICAL_WAITS_MS, laneCap: 8 },
  'expire-recurring': { run: expireRecurringInvoice, waitsMs: TECHNICAL_WAITS_MS, laneCap: 4 },
  'invoice-overdue': { run: overdueInvoice, waitsMs: TECHNICAL_WAITS_MS, laneCap: 4 },
  'notify-client': { run: notifyClient, waitsMs: TECHNICAL_WAITS_MS, laneCap: 4 },
  'send-message': { run: sendMessage, waitsMs: MAIL_WAITS_MS, laneCap: 4 },
  'open-invoice-charge': { run: openInvoiceCharge, waitsMs: BANK_WAITS_MS, laneCap: 4 },
  'charge-invoices': { run: chargeWaitingInvoices, waitsMs: TECHNICAL_WAITS_MS, laneCap: 1 },
  'renew-invoice-charge': { run: renewInvoiceCharge, waitsMs: BANK_WAITS_MS, laneCap: 2 },
  'prove-ledger': { run: proveLedger, waitsMs: TECHNICAL_WAITS_MS, laneCap: 1 },
}
