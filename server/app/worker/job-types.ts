// The handler of each job type.

import { expireBooking, settleHold } from '../../features/bookings/bookings.ts'
import { cancelOrder } from '../../features/bookings/cancel.ts'
import { settleAcceptance, syncBooking } from '../../features/bookings/carrier-changes.ts'
import * as bookings from '../../features/bookings/jobs.ts'
import { notifyBooking } from '../../features/bookings/notify.ts'
import { issueTickets } from '../../features/bookings/tickets.ts'
import { expireCredit, expireCreditJob } from '../../features/client-credit/credit.ts'
import { clientTaxIdJob } from '../../features/clients/clients.ts'
import { notifyCreditNote } from '../../features/credit-notes/notify.ts'
import { creditNoteMailJob } from '../../features/credit-notes/store.ts'
import * as invoicing from '../../features/invoices/jobs.ts'
import { notifyClient } from '../../features/invoices/notify.ts'
import {
  abandonInvoiceCharge,
  chargeInvoicesOfClient,
  chargeWaitingInvoices,
  openInvoiceCharge,
  renewInvoiceCharge,
} from '../../features/invoices/open-charge.ts'
import { applyVerdictToInvoice } from '../../features/invoices/payments.ts'
import { settleRefund } from '../../features/invoices/refunds/refunds.ts'
import { overdueInvoice, remindClients } from '../../features/invoices/reminders.ts'
import { handleJob, handlersOf, type JobHandlers } from '../../features/job-handlers.ts'
import { applyVerdictToDebit, followDebit } from '../../features/mandates/debits.ts'
import { endMandate, endMandates, expireOffer, followMandate } from '../../features/mandates/follow.ts'
import { settleInvoiceMandate } from '../../features/mandates/invoice-mandate.ts'
import * as mandates from '../../features/mandates/jobs.ts'
import { agencyNewsJob } from '../../features/news/jobs.ts'
import { sendNews } from '../../features/news/news.ts'
import * as notices from '../../features/notifications/jobs.ts'
import { sendMessage } from '../../features/notifications/messages.ts'
import { sendMail } from '../../features/notifications/send-mail.ts'
import { registerCallbacks } from '../../features/payments/callback-registration.ts'
import { watchCard } from '../../features/payments/card-watch.ts'
import { checkCharge, withdrawCharge } from '../../features/payments/charge-checks.ts'
import * as payments from '../../features/payments/jobs.ts'
import { notifyProvider } from '../../features/payments/notify.ts'
import { reconcileProvider, reconcileWalletBanks } from '../../features/payments/reconcile.ts'
import type { VerdictRoutes } from '../../features/payments/verdict-routes.ts'
import * as people from '../../features/people/jobs.ts'
import { mailAccount, notifyInvited, notifyPerson } from '../../features/people/mail.ts'
import { erasePerson } from '../../features/privacy/erasure.ts'
import * as privacy from '../../features/privacy/jobs.ts'
import { notifyQuote } from '../../features/quotes/notify.ts'
import { quoteMailJob } from '../../features/quotes/store.ts'
import { expireRecurringInvoice, generateInvoice } from '../../features/recurring-invoices/generate.ts'
import * as recurring from '../../features/recurring-invoices/schedule.ts'
import * as teams from '../../features/teams/jobs.ts'
import { notifyTeam } from '../../features/teams/notify.ts'
import * as wallet from '../../features/wallet/jobs.ts'
import { sendProofMail } from '../../features/wallet/ledger-proof.ts'
import { abandonRecharge, applyVerdictToRecharge, expireRecharge } from '../../features/wallet/recharges.ts'
import { dailyWarningsJob } from '../../features/warnings/jobs.ts'
import { mailWarnings } from '../../features/warnings/mail.ts'
import { alertWebhookOff, deliver } from '../../features/webhooks/deliver.ts'
import * as webhooks from '../../features/webhooks/jobs.ts'
import { clearWebhook } from '../../features/webhooks/webhooks.ts'
import * as installation from './jobs.ts'
import { deleteExpired, proveLedger } from './maintenance.ts'

/** Which feature a bank's verdict goes to, by what the charge is for. */
const VERDICT_ROUTES: VerdictRoutes = {
  recharge: applyVerdictToRecharge,
  invoice: (world, scope, charge, verdict) =>
    charge.method === 'pix_automatic'
      ? applyVerdictToDebit(world, scope, charge, verdict)
      : applyVerdictToInvoice(world, scope, charge, verdict),
}

export const JOB_HANDLERS: JobHandlers = handlersOf(
  handleJob(webhooks.deliverJob, deliver),
  handleJob(webhooks.alertWebhookOffJob, alertWebhookOff),
  handleJob(webhooks.clearWebhookJob, clearWebhook),
  handleJob(agencyNewsJob, sendNews),
  handleJob(dailyWarningsJob, mailWarnings),
  handleJob(quoteMailJob, notifyQuote),
  handleJob(creditNoteMailJob, notifyCreditNote),
  handleJob(expireCreditJob, expireCredit),
  handleJob(notices.sendMailJob, sendMail),
  handleJob(notices.sendMessageJob, sendMessage),
  handleJob(bookings.settleHoldJob, settleHold),
  handleJob(bookings.issueTicketsJob, issueTickets),
  handleJob(bookings.cancelOrderJob, cancelOrder),
  handleJob(bookings.syncBookingJob, syncBooking),
  handleJob(bookings.acceptChangeJob, settleAcceptance),
  handleJob(bookings.expireBookingJob, expireBooking),
  handleJob(bookings.bookingMailJob, notifyBooking),
  handleJob(wallet.expireRechargeJob, expireRecharge),
  handleJob(wallet.abandonRechargeJob, abandonRecharge),
  handleJob(wallet.mailProofJob, sendProofMail),
  handleJob(payments.withdrawChargeJob, (world, task) => withdrawCharge(world, task, VERDICT_ROUTES)),
  handleJob(payments.checkChargeJob, (world, task) => checkCharge(world, task, VERDICT_ROUTES)),
  handleJob(payments.watchCardJob, (world, task) => watchCard(world, task, VERDICT_ROUTES)),
  handleJob(payments.registerCallbacksJob, registerCallbacks),
  handleJob(payments.reconcileProviderJob, (world, task) => reconcileProvider(world, task, VERDICT_ROUTES)),
  handleJob(payments.chargeInvoicesJob, chargeWaitingInvoices),
  handleJob(clientTaxIdJob, chargeInvoicesOfClient),
  handleJob(payments.providerMailJob, notifyProvider),
  handleJob(payments.reconcileWalletBanksJob, (world) => reconcileWalletBanks(world, VERDICT_ROUTES)),
  handleJob(recurring.generateInvoiceJob, generateInvoice),
  handleJob(recurring.expireRecurringJob, expireRecurringInvoice),
  handleJob(invoicing.invoiceOverdueJob, overdueInvoice),
  handleJob(invoicing.openInvoiceChargeJob, openInvoiceCharge),
  handleJob(invoicing.abandonInvoiceChargeJob, abandonInvoiceCharge),
  handleJob(invoicing.renewInvoiceChargeJob, renewInvoiceCharge),
  handleJob(invoicing.remindClientsJob, remindClients),
  handleJob(mandates.invoiceMandateJob, settleInvoiceMandate),
  handleJob(mandates.followMandateJob, followMandate),
  handleJob(mandates.followDebitJob, followDebit),
  handleJob(mandates.endMandateJob, endMandate),
  handleJob(mandates.endMandatesJob, endMandates),
  handleJob(mandates.expireOfferJob, expireOffer),
  handleJob(teams.teamMailJob, notifyTeam),
  handleJob(invoicing.settleRefundJob, settleRefund),
  handleJob(invoicing.notifyClientJob, notifyClient),
  handleJob(people.invitationMailJob, notifyInvited),
  handleJob(people.personMailJob, notifyPerson),
  handleJob(people.accountMailJob, mailAccount),
  handleJob(privacy.erasePersonJob, erasePerson),
  handleJob(installation.deleteExpiredJob, deleteExpired),
  handleJob(installation.proveLedgerJob, proveLedger),
)
