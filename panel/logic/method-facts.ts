// Properties of the methods of charges and payments.
import { isPaymentMethod, METHODS, type PaymentMethod } from '../../contract/payment-methods.ts'

/** A payer can pay it, and a bank reports that. Of other charges, the agency confirms the receipt. */
export function isPayableAtBank({
  method,
  instructions,
}: {
  readonly method: PaymentMethod
  readonly instructions: object | null
}): boolean {
  return instructions !== null && METHODS[method].confirmedBy === 'bank'
}

/** A person recorded or confirmed the payment. */
export function isByAgency({ method }: { readonly method: string }): boolean {
  return method === 'manual' || (isPaymentMethod(method) && METHODS[method].confirmedBy === 'agency')
}

export function mayBeRefunded({ method }: { readonly method: string }): boolean {
  return isPaymentMethod(method) && METHODS[method].refunds
}
