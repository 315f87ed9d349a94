// Which function serves which kind of due work.
import { cancelOrder } from '../bookings/cancel-order.ts'
import { settleAcceptance } from '../bookings/end-acceptance.ts'
import { expireBooking } from '../bookings/expire-booking.ts'
import { settleHold } from '../bookings/hold-booking.ts'
import { issueTickets } from '../bookings/issue-tickets.ts'
import { syncBooking } from '../bookings/sync-booking.ts'
import * as bookings from '../bookings/work.ts'
import * as events from '../events/work.ts'
import { abandonInvoiceCharge } from '../invoicing/invoices/abandon-invoice-charge.ts'
import { applyVerdictToInvoice } from '../invoicing/invoices/apply-verdict-to-invoice.ts'
import { openInvoiceCharge } from '../invoicing/invoices/open-invoice-charge.ts'
import { overdueInvoice } from '../invoicing/invoices/overdue-invoice.ts'
import { remindClients } from '../invoicing/invoices/remind-clients.ts'
import { chargeWaitingInvoices, renewInvoiceCharge } from '../invoicing/invoices/renew-invoice-charge.ts'
import { expireRecurringInvoice } from '../invoicing/recurring/expire-recurring-invoice.ts'
import { generateInvoice } from '../invoicing/recurring/generate-invoice.ts'
import { settleRefund } from '../invoicing/refunds/settle-refund.ts'
import * as invoicing from '../invoicing/work.ts'
import { mailAccount } from '../notices/mail-account.ts'
import { mailProof } from '../notices/mail-proof.ts'
import { notifyBooking } from '../notices/notify-booking.ts'
import { notifyClient } from '../notices/notify-client.ts'
import { notifyInvited } from '../notices/notify-invited.ts'
import { notifyPerson } from '../notices/notify-person.ts'
import { notifyProvider } from '../notices/notify-provider.ts'
import { notifyQuote } from '../notices/notify-quote.ts'
import { notifyTeam } from '../notices/notify-team.ts'
import { sendMail } from '../notices/send-mail.ts'
import { sendMessage } from '../notices/send-message.ts'
import { tellNews } from '../notices/tell-news.ts'
import * as notices from '../notices/work.ts'
import { checkCharge } from '../payments/check-charge.ts'
import { reconcileProvider } from '../payments/reconcile-provider.ts'
import { reconcileWalletBanks } from '../payments/reconcile-wallet-banks.ts'
import { registerCallbacks } from '../payments/register-callbacks.ts'
import type { VerdictRoutes } from '../payments/verdict-routes.ts'
import { withdrawCharge } from '../payments/withdraw-charge.ts'
import * as payments from '../payments/work.ts'
import * as people from '../people/work.ts'
import { erasePerson } from '../privacy/erase-bite.ts'
import * as privacy from '../privacy/work.ts'
import * as teams from '../teams/work.ts'
import { abandonRecharge } from '../wallet/abandon-recharge.ts'
import { applyVerdictToRecharge } from '../wallet/apply-verdict-to-recharge.ts'
import { expireRecharge } from '../wallet/expire-recharge.ts'
import * as wallet from '../wallet/work.ts'
import { alertWebhookOff } from '../webhooks/alert-webhook-off.ts'
import { clearWebhook } from '../webhooks/delete-webhook.ts'
import { deliver } from '../webhooks/deliver.ts'
import * as webhooks from '../webhooks/work.ts'
import { keepHouse } from './keep-house.ts'
import { proveLedger } from './prove-ledger.ts'
import { type Kinds, kindsOf, serve } from './serve.ts'
import * as installation from './work.ts'

/** Which feature a bank's verdict goes to, by what the charge is for. */
const VERDICT_ROUTES: VerdictRoutes = { recharge: applyVerdictToRecharge, invoice: applyVerdictToInvoice }

export const KINDS: Kinds = kindsOf(
  serve(webhooks.deliver, deliver),
  serve(webhooks.alertWebhookOff, alertWebhookOff),
  serve(webhooks.clearWebhook, clearWebhook),
  serve(events.agencyNews, tellNews),
  serve(events.quoteMail, notifyQuote),
  serve(notices.sendMail, sendMail),
  serve(notices.sendMessage, sendMessage),
  serve(bookings.settleHold, settleHold),
  serve(bookings.issueTickets, issueTickets),
  serve(bookings.cancelOrder, cancelOrder),
  serve(bookings.syncBooking, syncBooking),
  serve(bookings.acceptChange, settleAcceptance),
  serve(bookings.expireBooking, expireBooking),
  serve(bookings.bookingMail, notifyBooking),
  serve(wallet.expireRecharge, expireRecharge),
  serve(wallet.abandonRecharge, abandonRecharge),
  serve(wallet.mailProof, mailProof),
  serve(payments.withdrawCharge, (world, task) => withdrawCharge(world, task, VERDICT_ROUTES)),
  serve(payments.checkCharge, (world, task) => checkCharge(world, task, VERDICT_ROUTES)),
  serve(payments.registerCallbacks, registerCallbacks),
  serve(payments.reconcileProvider, (world, task) => reconcileProvider(world, task, VERDICT_ROUTES)),
  serve(payments.chargeInvoices, chargeWaitingInvoices),
  serve(payments.providerMail, notifyProvider),
  serve(payments.reconcileWalletBanks, (world) => reconcileWalletBanks(world, VERDICT_ROUTES)),
  serve(invoicing.generateInvoice, generateInvoice),
  serve(invoicing.expireRecurring, expireRecurringInvoice),
  serve(invoicing.invoiceOverdue, overdueInvoice),
  serve(invoicing.openInvoiceCharge, openInvoiceCharge),
  serve(invoicing.abandonInvoiceCharge, abandonInvoiceCharge),
  serve(invoicing.renewInvoiceCharge, renewInvoiceCharge),
  serve(teams.remindClients, remindClients),
  serve(teams.teamMail, notifyTeam),
  serve(invoicing.settleRefund, settleRefund),
  serve(invoicing.notifyClient, notifyClient),
  serve(people.invitationMail, notifyInvited),
  serve(people.personMail, notifyPerson),
  serve(people.accountMail, mailAccount),
  serve(privacy.erasePerson, erasePerson),
  serve(installation.keepHouse, keepHouse),
  serve(installation.proveLedger, proveLedger),
)
