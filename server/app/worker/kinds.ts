// Which function serves which kind of due work.
import { cancelOrder } from '../../features/bookings/cancel-order.ts'
import { settleAcceptance } from '../../features/bookings/end-acceptance.ts'
import { expireBooking } from '../../features/bookings/expire-booking.ts'
import { settleHold } from '../../features/bookings/hold-booking.ts'
import { issueTickets } from '../../features/bookings/issue-tickets.ts'
import { notifyBooking } from '../../features/bookings/notify-booking.ts'
import { syncBooking } from '../../features/bookings/sync-booking.ts'
import * as bookings from '../../features/bookings/work.ts'
import * as events from '../../features/events/work.ts'
import { abandonInvoiceCharge } from '../../features/invoices/abandon-invoice-charge.ts'
import { applyVerdictToInvoice } from '../../features/invoices/apply-verdict-to-invoice.ts'
import { notifyClient } from '../../features/invoices/notify-client.ts'
import { openInvoiceCharge } from '../../features/invoices/open-invoice-charge.ts'
import { overdueInvoice } from '../../features/invoices/overdue-invoice.ts'
import { settleRefund } from '../../features/invoices/refunds/settle-refund.ts'
import { remindClients } from '../../features/invoices/remind-clients.ts'
import { chargeWaitingInvoices, renewInvoiceCharge } from '../../features/invoices/renew-invoice-charge.ts'
import * as invoicing from '../../features/invoices/work.ts'
import { type Kinds, kindsOf, serve } from '../../features/job-handlers.ts'
import { tellNews } from '../../features/news/tell-news.ts'
import { sendMail } from '../../features/notifications/send-mail.ts'
import { sendMessage } from '../../features/notifications/send-message.ts'
import * as notices from '../../features/notifications/work.ts'
import { checkCharge } from '../../features/payments/check-charge.ts'
import { notifyProvider } from '../../features/payments/notify-provider.ts'
import { reconcileProvider } from '../../features/payments/reconcile-provider.ts'
import { reconcileWalletBanks } from '../../features/payments/reconcile-wallet-banks.ts'
import { registerCallbacks } from '../../features/payments/register-callbacks.ts'
import type { VerdictRoutes } from '../../features/payments/verdict-routes.ts'
import { withdrawCharge } from '../../features/payments/withdraw-charge.ts'
import * as payments from '../../features/payments/work.ts'
import { mailAccount } from '../../features/people/mail-account.ts'
import { notifyInvited } from '../../features/people/notify-invited.ts'
import { notifyPerson } from '../../features/people/notify-person.ts'
import * as people from '../../features/people/work.ts'
import { erasePerson } from '../../features/privacy/erase-bite.ts'
import * as privacy from '../../features/privacy/work.ts'
import { notifyQuote } from '../../features/quotes/notify-quote.ts'
import { expireRecurringInvoice } from '../../features/recurring-invoices/expire-recurring-invoice.ts'
import { generateInvoice } from '../../features/recurring-invoices/generate-invoice.ts'
import { notifyTeam } from '../../features/teams/notify-team.ts'
import * as teams from '../../features/teams/work.ts'
import { abandonRecharge } from '../../features/wallet/abandon-recharge.ts'
import { applyVerdictToRecharge } from '../../features/wallet/apply-verdict-to-recharge.ts'
import { expireRecharge } from '../../features/wallet/expire-recharge.ts'
import { mailProof } from '../../features/wallet/notify-proof.ts'
import * as wallet from '../../features/wallet/work.ts'
import { alertWebhookOff } from '../../features/webhooks/alert-webhook-off.ts'
import { clearWebhook } from '../../features/webhooks/delete-webhook.ts'
import { deliver } from '../../features/webhooks/deliver.ts'
import * as webhooks from '../../features/webhooks/work.ts'
import { keepHouse } from './keep-house.ts'
import { proveLedger } from './prove-ledger.ts'
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
