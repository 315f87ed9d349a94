// The catalogue of payment methods: what differs between them in one row each, and the states of a charge. Without
// schemas, because the panel uses it.

export interface MethodFacts {
  /** Also for recharges of wallets; every method is for invoices. */
  readonly recharges: boolean
  /** Whether a bank reports its payments, or the agency confirms them. */
  readonly confirmedBy: 'bank' | 'agency'
  /** Whether its charge is opened with the invoice, or when the payer asks for it. */
  readonly opens: 'with_invoice' | 'on_demand'
  /** No bank opens its charge for a payer without CPF or CNPJ. */
  readonly needsTaxId: boolean
  /** The payer's bank shows the charge as soon as it is opened (DDA), so it is stored before its bank is asked. */
  readonly isRegistered: boolean
  /** It pays the invoices of recurring invoices alone. */
  readonly recurringOnly: boolean
  /** Whether the bank can give its payments back. */
  readonly refunds: boolean
  /** code: a fixed amount, renewed when it grows. slip: the bank adds fine and interest after the due date. */
  readonly terms: 'code' | 'slip'
  /** The largest amount of a charge. */
  readonly centsMax: bigint
}

/** In the order in which payers see them. */
const CATALOGUE = {
  pix: {
    recharges: true,
    confirmedBy: 'bank',
    opens: 'with_invoice',
    needsTaxId: false,
    isRegistered: false,
    recurringOnly: false,
    refunds: true,
    terms: 'code',
    centsMax: 999_999_999_999n,
  },
  boleto: {
    recharges: true,
    confirmedBy: 'bank',
    opens: 'with_invoice',
    needsTaxId: true,
    isRegistered: true,
    recurringOnly: false,
    refunds: false,
    terms: 'slip',
    centsMax: 9_999_999_999n,
  },
  card: {
    recharges: false,
    confirmedBy: 'bank',
    opens: 'on_demand',
    needsTaxId: false,
    isRegistered: false,
    recurringOnly: false,
    refunds: true,
    terms: 'code',
    centsMax: 9_999_999_999n,
  },
  pix_automatic: {
    recharges: false,
    confirmedBy: 'bank',
    opens: 'on_demand',
    needsTaxId: true,
    isRegistered: false,
    recurringOnly: true,
    refunds: true,
    terms: 'code',
    centsMax: 999_999_999_999n,
  },
  pix_key: {
    recharges: false,
    confirmedBy: 'agency',
    opens: 'with_invoice',
    needsTaxId: false,
    isRegistered: false,
    recurringOnly: false,
    refunds: false,
    terms: 'code',
    centsMax: 999_999_999_999n,
  },
} as const satisfies Record<string, MethodFacts>

export type PaymentMethod = keyof typeof CATALOGUE

export const METHODS: Readonly<Record<PaymentMethod, MethodFacts>> = CATALOGUE

export function isPaymentMethod(name: string): name is PaymentMethod {
  return Object.hasOwn(CATALOGUE, name)
}

export const PAYMENT_METHODS = Object.keys(CATALOGUE).filter(isPaymentMethod)

export type RechargeMethod = {
  [Method in PaymentMethod]: (typeof CATALOGUE)[Method]['recharges'] extends true ? Method : never
}[PaymentMethod]

export function isRechargeMethod(method: PaymentMethod): method is RechargeMethod {
  return METHODS[method].recharges
}

export const RECHARGE_METHODS = PAYMENT_METHODS.filter(isRechargeMethod)

/** The states of a charge that its invoice shows. */
export const SHOWN_CHARGE_STATUSES = [
  'requested',
  'open',
  'authorised',
  'paid',
  'settled',
  'refunded',
  'disputed',
  'lost',
] as const
export type ShownChargeStatus = (typeof SHOWN_CHARGE_STATUSES)[number]

export const CHARGE_STATUSES = [...SHOWN_CHARGE_STATUSES, 'withdrawn', 'expired', 'abandoned'] as const
export type ChargeStatus = (typeof CHARGE_STATUSES)[number]
