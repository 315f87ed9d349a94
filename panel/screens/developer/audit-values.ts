// What stored values of the audit log mean, by field, or by object and field where one field has several meanings.
import type { AuditNotice } from '../../../contract/audit-fields.ts'
import type { CardFeeBearer, DisputeStatus } from '../../../contract/cards.ts'
import type { ClientType } from '../../../contract/clients.ts'
import type { Relationship } from '../../../contract/companions.ts'
import type { CreditEntryType, ExcessUse } from '../../../contract/credit-states.ts'
import type { CabinClass, PassengerType } from '../../../contract/flights.ts'
import type {
  InvoicePaymentMethod,
  InvoiceStatus,
  PaymentStatus,
  QuoteStatus,
  RecurringStatus,
  RefundStatus,
} from '../../../contract/invoicing-states.ts'
import {
  MANDATE_OBSTACLES,
  type MandateChargeStatus,
  type MandateEnder,
  type MandateStatus,
} from '../../../contract/mandate-states.ts'
import type { PaymentMethod, RechargeMethod } from '../../../contract/payment-methods.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { debitObstacle } from '../../../contract/phrases/debit-refusals.ts'
import { PERMISSION_NAMES } from '../../../contract/phrases/permission-names.ts'
import type { Role } from '../../../contract/roles.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { Mode } from '../../../contract/teams.ts'
import type { FileType, TripItemKind, TripItemStatus } from '../../../contract/trips.ts'
import type {
  HeldReason,
  HeldStatus,
  RechargeStatus,
  ReferenceType,
  TransactionType,
} from '../../../contract/wallet.ts'
import type { WarningKind, WarningStatus } from '../../../contract/warnings.ts'
import { cardWords } from '../../words/cards.ts'
import { flightWords } from '../../words/flights.ts'
import { frameWords } from '../../words/frame.ts'
import { methodWords } from '../../words/methods.ts'
import { noticeWords } from '../../words/notices.ts'
import { sourceWords } from '../../words/payment-sources.ts'
import { paymentStatusWords } from '../../words/payment-statuses.ts'
import { relationshipWords } from '../../words/relationships.ts'
import { statusWords } from '../../words/statuses.ts'
import { tripWords } from '../../words/trips.ts'
import { warningWords } from '../../words/warnings.ts'

type Names<Value extends string> = Readonly<Record<Value, string>>

type AuditValues = {
  readonly 'client_credit_entry.type': Names<CreditEntryType>
  readonly 'dispute.status': Names<DisputeStatus>
  readonly 'due_work.state': Names<'dead' | 'waiting'>
  readonly 'file.type': Names<FileType>
  readonly 'held_payment.reason': Names<HeldReason>
  readonly 'held_payment.status': Names<HeldStatus>
  readonly 'invitation.state': Names<'open' | 'sent again' | 'withdrawn' | 'accepted'>
  readonly 'invoice.status': Names<InvoiceStatus>
  readonly 'mandate.status': Names<MandateStatus>
  readonly 'quote.status': Names<QuoteStatus>
  readonly 'recharge.status': Names<RechargeStatus>
  readonly 'recurring_invoice.status': Names<RecurringStatus>
  readonly 'refund.status': Names<RefundStatus>
  readonly 'transaction.type': Names<TransactionType>
  readonly 'trip_item.kind': Names<TripItemKind>
  readonly 'trip_item.status': Names<TripItemStatus>
  readonly 'warning.kind': Names<WarningKind>
  readonly 'warning.status': Names<WarningStatus>
  readonly cabins: Names<CabinClass>
  readonly client_type: Names<ClientType>
  readonly debit: Names<MandateChargeStatus>
  readonly debits: Names<'client_amount' | 'base_cost'>
  readonly ended_by: Names<MandateEnder>
  readonly excess: Names<ExcessUse>
  readonly fee_bearer: Names<CardFeeBearer>
  readonly language: Names<TeamLanguage>
  readonly late_cancellation: Names<'rejected' | 'penalty'>
  readonly method: Names<InvoicePaymentMethod>
  readonly mode: Names<Mode>
  readonly notice: Names<AuditNotice>
  readonly notifications: Names<keyof typeof noticeWords.pt.kinds>
  readonly obstacle: Names<string>
  readonly passenger_types: Names<PassengerType>
  readonly payment_method: Names<RechargeMethod>
  readonly payment_methods: Names<PaymentMethod>
  readonly payment_status: Names<PaymentStatus>
  readonly permissions: Names<Permission>
  readonly reference_type: Names<ReferenceType>
  readonly relationship: Names<Relationship>
  readonly role: Names<Role>
  readonly sent_by: Names<'email' | 'whatsapp'>
}

const obstaclesIn = (language: 'pt-BR' | 'en'): Names<string> =>
  Object.fromEntries(MANDATE_OBSTACLES.map((one) => [one, debitObstacle(one, undefined, language)]))

const FILES: Names<FileType> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
}

const pt: AuditValues = {
  'client_credit_entry.type': {
    credit_note: 'De nota de crédito',
    overpayment: 'De pagamento a mais',
    given_back: 'Devolvido ao cliente',
    used: 'Usado em fatura',
    reclaimed: 'Retirado: o pagamento foi devolvido ou contestado',
    expired: 'Vencido sem uso',
  },
  'dispute.status': cardWords.pt.disputes,
  'due_work.state': { dead: 'Parada após falhas', waiting: 'Na fila' },
  'file.type': FILES,
  'held_payment.reason': {
    exceeds_amount: 'Maior que o valor cobrado',
    exceeds_day_limit: 'Passa do limite do dia',
    untrusted_bank: 'Banco ainda não confirmado',
  },
  'held_payment.status': paymentStatusWords.pt.heldPayment,
  'invitation.state': {
    open: 'Em aberto',
    'sent again': 'Reenviado',
    withdrawn: 'Cancelado',
    accepted: 'Aceito',
  },
  'invoice.status': statusWords.pt.invoice,
  'mandate.status': paymentStatusWords.pt.mandate,
  'quote.status': statusWords.pt.quote,
  'recharge.status': paymentStatusWords.pt.recharge,
  'recurring_invoice.status': paymentStatusWords.pt.recurring,
  'refund.status': { pending: 'Pedida ao banco', succeeded: 'Concluída', failed: 'Não realizada' },
  'transaction.type': { credit: 'Entrada', debit: 'Saída' },
  'trip_item.kind': tripWords.pt.kinds,
  'trip_item.status': tripWords.pt.itemStatuses,
  'warning.kind': warningWords.pt.kinds,
  'warning.status': { open: 'Em aberto', done: 'Feito', dismissed: 'Dispensado' },
  cabins: flightWords.pt.cabins,
  client_type: { individual: 'Pessoa física', company: 'Empresa' },
  debit: paymentStatusWords.pt.debit,
  debits: { client_amount: 'O valor pago pelo cliente', base_cost: 'O custo da companhia aérea' },
  ended_by: {
    agency: 'Agência',
    client: 'Cliente, na página da fatura',
    payer: 'Cliente, no aplicativo do banco',
    payer_bank: 'Banco do cliente',
    receiver_bank: 'Banco da agência',
  },
  excess: { credit: 'Virou crédito', refund: 'Devolvido', none: 'Ficou na fatura' },
  fee_bearer: { agency: 'A agência', payer: 'O cliente' },
  language: { 'pt-BR': 'Português do Brasil', en: 'Inglês' },
  late_cancellation: { rejected: 'Recusado pela companhia aérea', penalty: 'Com multa' },
  method: sourceWords.pt.names,
  mode: { live: 'Produção', test: 'Teste' },
  notice: {
    email_asked: 'Troca de e-mail solicitada',
    email_changed: 'E-mail alterado',
    identity_added: 'Conta externa vinculada',
    identity_removed: 'Conta externa desvinculada',
    passkey_added: 'Chave de acesso incluída',
    passkey_deleted: 'Chave de acesso removida',
    password_changed: 'Senha alterada',
    password_reset: 'Senha redefinida',
    recovery_code_used: 'Código de recuperação usado',
    recovery_codes_replaced: 'Códigos de recuperação trocados',
    reset_link_sent: 'Link de nova senha enviado',
    reset_link_shown: 'Link de nova senha mostrado ao administrador',
    totp_confirmed: 'Aplicativo autenticador ativado',
    totp_removed: 'Aplicativo autenticador desativado',
  },
  notifications: noticeWords.pt.kinds,
  obstacle: obstaclesIn('pt-BR'),
  passenger_types: { adult: 'Adulto', child: 'Criança', infant_without_seat: 'Bebê de colo' },
  payment_method: methodWords.pt.names,
  payment_methods: methodWords.pt.names,
  payment_status: statusWords.pt.payment,
  permissions: PERMISSION_NAMES['pt-BR'],
  reference_type: { booking: 'Reserva', recharge: 'Recarga', refund: 'Devolução' },
  relationship: relationshipWords.pt,
  role: frameWords.pt.roles,
  sent_by: { email: 'E-mail', whatsapp: 'WhatsApp' },
}

const en: AuditValues = {
  'client_credit_entry.type': {
    credit_note: 'From a credit note',
    overpayment: 'From an overpayment',
    given_back: 'Given back',
    used: 'Used on an invoice',
    reclaimed: 'Taken back: its payment was returned or disputed',
    expired: 'Ended unused',
  },
  'dispute.status': cardWords.en.disputes,
  'due_work.state': { dead: 'Stopped after failures', waiting: 'Queued' },
  'file.type': FILES,
  'held_payment.reason': {
    exceeds_amount: 'More than was charged',
    exceeds_day_limit: 'Over the limit of the day',
    untrusted_bank: 'Bank not confirmed yet',
  },
  'held_payment.status': paymentStatusWords.en.heldPayment,
  'invitation.state': {
    open: 'Open',
    'sent again': 'Sent again',
    withdrawn: 'Withdrawn',
    accepted: 'Accepted',
  },
  'invoice.status': statusWords.en.invoice,
  'mandate.status': paymentStatusWords.en.mandate,
  'quote.status': statusWords.en.quote,
  'recharge.status': paymentStatusWords.en.recharge,
  'recurring_invoice.status': paymentStatusWords.en.recurring,
  'refund.status': { pending: 'Asked for at the bank', succeeded: 'Done', failed: 'Not made' },
  'transaction.type': { credit: 'Money in', debit: 'Money out' },
  'trip_item.kind': tripWords.en.kinds,
  'trip_item.status': tripWords.en.itemStatuses,
  'warning.kind': warningWords.en.kinds,
  'warning.status': { open: 'Open', done: 'Done', dismissed: 'Dismissed' },
  cabins: flightWords.en.cabins,
  client_type: { individual: 'Person', company: 'Company' },
  debit: paymentStatusWords.en.debit,
  debits: { client_amount: 'What the client pays', base_cost: 'The cost of the airline' },
  ended_by: {
    agency: 'The agency',
    client: 'The client, on the invoice’s page',
    payer: 'The client, in the bank’s app',
    payer_bank: 'The client’s bank',
    receiver_bank: 'The agency’s bank',
  },
  excess: { credit: 'Became credit', refund: 'Given back', none: 'Left on the invoice' },
  fee_bearer: { agency: 'The agency', payer: 'The client' },
  language: { 'pt-BR': 'Brazilian Portuguese', en: 'English' },
  late_cancellation: { rejected: 'Refused by the airline', penalty: 'With a penalty' },
  method: sourceWords.en.names,
  mode: { live: 'Live', test: 'Test' },
  notice: {
    email_asked: 'Change of e-mail requested',
    email_changed: 'E-mail changed',
    identity_added: 'External account linked',
    identity_removed: 'External account unlinked',
    passkey_added: 'Passkey added',
    passkey_deleted: 'Passkey deleted',
    password_changed: 'Password changed',
    password_reset: 'Password reset',
    recovery_code_used: 'Recovery code used',
    recovery_codes_replaced: 'Recovery codes replaced',
    reset_link_sent: 'Link for a new password sent',
    reset_link_shown: 'Link for a new password shown to the operator',
    totp_confirmed: 'Authenticator app added',
    totp_removed: 'Authenticator app removed',
  },
  notifications: noticeWords.en.kinds,
  obstacle: obstaclesIn('en'),
  passenger_types: { adult: 'Adult', child: 'Child', infant_without_seat: 'Lap infant' },
  payment_method: methodWords.en.names,
  payment_methods: methodWords.en.names,
  payment_status: statusWords.en.payment,
  permissions: PERMISSION_NAMES.en,
  reference_type: { booking: 'Booking', recharge: 'Recharge', refund: 'Refund' },
  relationship: relationshipWords.en,
  role: frameWords.en.roles,
  sent_by: { email: 'E-mail', whatsapp: 'WhatsApp' },
}

export const auditValues = { pt, en }
