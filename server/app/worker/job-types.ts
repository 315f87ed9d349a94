// Which function serves which kind of due work.

import { expireBooking, settleHold } from '../../features/bookings/bookings.ts'
import { cancelOrder } from '../../features/bookings/cancel.ts'
import { settleAcceptance, syncBooking } from '../../features/bookings/carrier-changes.ts'
import * as bookings from '../../features/bookings/jobs.ts'
import { notifyBooking } from '../../features/bookings/notify.ts'
import { issueTickets } from '../../features/bookings/tickets.ts'
import * as events from '../../features/events/jobs.ts'
import * as invoicing from '../../features/invoices/jobs.ts'
import { notifyClient } from '../../features/invoices/notify.ts'
import {
  abandonInvoiceCharge,
  chargeWaitingInvoices,
  openInvoiceCharge,
  renewInvoiceCharge,
} from '../../features/invoices/open-charge.ts'
import { applyVerdictToInvoice } from '../../features/invoices/payments.ts'
import { settleRefund } from '../../features/invoices/refunds/refunds.ts'
import { overdueInvoice, remindClients } from '../../features/invoices/reminders.ts'
import { type Kinds, kindsOf, serve } from '../../features/job-handlers.ts'
import { tellNews } from '../../features/news/news.ts'
import * as notices from '../../features/notifications/jobs.ts'
import { sendMessage } from '../../features/notifications/messages.ts'
import { sendMail } from '../../features/notifications/send-mail.ts'
import { checkCharge, withdrawCharge } from '../../features/payments/charges.ts'
import * as payments from '../../features/payments/jobs.ts'
import { notifyProvider } from '../../features/payments/notify.ts'
import { registerCallbacks } from '../../features/payments/providers.ts'
import { reconcileProvider, reconcileWalletBanks } from '../../features/payments/reconcile.ts'
import type { VerdictRoutes } from '../../features/payments/verdicts.ts'
import * as people from '../../features/people/jobs.ts'
import { mailAccount, notifyInvited, notifyPerson } from '../../features/people/mail.ts'
import { erasePerson } from '../../features/privacy/erasure.ts'
import * as privacy from '../../features/privacy/jobs.ts'
import { notifyQuote } from '../../features/quotes/notify.ts'
import { expireRecurringInvoice, generateInvoice } from '../../features/recurring-invoices/generate.ts'
import * as teams from '../../features/teams/jobs.ts'
import { notifyTeam } from '../../features/teams/notify.ts'
import * as wallet from '../../features/wallet/jobs.ts'
import { sendProofMail } from '../../features/wallet/ledger-proof.ts'
import { abandonRecharge, applyVerdictToRecharge, expireRecharge } from '../../features/wallet/recharges.ts'
import { alertWebhookOff, deliver } from '../../features/webhooks/deliver.ts'
import * as webhooks from '../../features/webhooks/jobs.ts'
import { clearWebhook } from '../../features/webhooks/webhooks.ts'
import * as installation from './jobs.ts'
import { keepHouse, proveLedger } from './maintenance.ts'

/** Which feature a bank's verdict goes to, by what the charge is for. */
const VERDICT_ROUTES: VerdictRoutes = { recharge: applyVerdictToRecharge, invoice: applyVerdictToInvoice }

export const KINDS: Kinds = kindsOf(
  serve(webhooks.deliverJob, deliver),
  serve(webhooks.alertWebhookOffJob, alertWebhookOff),
  serve(webhooks.clearWebhookJob, clearWebhook),
  serve(events.agencyNewsJob, tellNews),
  serve(events.quoteMailJob, notifyQuote),
  serve(notices.sendMailJob, sendMail),
  serve(notices.sendMessageJob, sendMessage),
  serve(bookings.settleHoldJob, settleHold),
  serve(bookings.issueTicketsJob, issueTickets),
  serve(bookings.cancelOrderJob, cancelOrder),
  serve(bookings.syncBookingJob, syncBooking),
  serve(bookings.acceptChangeJob, settleAcceptance),
  serve(bookings.expireBookingJob, expireBooking),
  serve(bookings.bookingMailJob, notifyBooking),
  serve(wallet.expireRechargeJob, expireRecharge),
  serve(wallet.abandonRechargeJob, abandonRecharge),
  serve(wallet.mailProofJob, sendProofMail),
  serve(payments.withdrawChargeJob, (world, task) => withdrawCharge(world, task, VERDICT_ROUTES)),
  serve(payments.checkChargeJob, (world, task) => checkCharge(world, task, VERDICT_ROUTES)),
  serve(payments.registerCallbacksJob, registerCallbacks),
  serve(payments.reconcileProviderJob, (world, task) => reconcileProvider(world, task, VERDICT_ROUTES)),
  serve(payments.chargeInvoicesJob, chargeWaitingInvoices),
  serve(payments.providerMailJob, notifyProvider),
  serve(payments.reconcileWalletBanksJob, (world) => reconcileWalletBanks(world, VERDICT_ROUTES)),
  serve(invoicing.generateInvoiceJob, generateInvoice),
  serve(invoicing.expireRecurringJob, expireRecurringInvoice),
  serve(invoicing.invoiceOverdueJob, overdueInvoice),
  serve(invoicing.openInvoiceChargeJob, openInvoiceCharge),
  serve(invoicing.abandonInvoiceChargeJob, abandonInvoiceCharge),
  serve(invoicing.renewInvoiceChargeJob, renewInvoiceCharge),
  serve(teams.remindClientsJob, remindClients),
  serve(teams.teamMailJob, notifyTeam),
  serve(invoicing.settleRefundJob, settleRefund),
  serve(invoicing.notifyClientJob, notifyClient),
  serve(people.invitationMailJob, notifyInvited),
  serve(people.personMailJob, notifyPerson),
  serve(people.accountMailJob, mailAccount),
  serve(privacy.erasePersonJob, erasePerson),
  serve(installation.keepHouseJob, keepHouse),
  serve(installation.proveLedgerJob, proveLedger),
)
