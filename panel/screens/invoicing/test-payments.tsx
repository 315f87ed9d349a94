// In test mode: pays an invoice as its client would, or returns the payment as a bank does after a fraud claim.
import { isPaymentMethod } from '../../../contract/payment-methods.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { usePermission } from '../../api/use-team.ts'
import { isPayableAtBank } from '../../kit/method-facts.ts'
import { Button } from '../../parts/button.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { invoicingWords } from './words.ts'

const REFRESHES = ['invoices', 'messages']

export function TestPayments({
  of: { id, charges, payments, amount_paid: paid },
}: {
  of: ResponseOf<'invoices.read'>
}) {
  const words = useWords(invoicingWords)
  const parts = useWords(partWords)
  const isTest = usePreferences().mode === 'test'
  const mayPay = usePermission('sandbox.write')
  const pay = useChange('testCharges.pay', { refreshes: REFRESHES })
  const returnPayment = useChange('testCharges.return', { refreshes: REFRESHES })
  if (!isTest || !mayPay) return null
  const onError = (error: Error) => toast({ kind: 'bad', text: failureText(error, parts).text })
  const request = { params: { id } }
  const last = payments.findLast(({ method }) => isPaymentMethod(method))
  // A payment by card is contested in the section of the card.
  const canGoBack = paid > 0 && last !== undefined && last.method !== 'card'
  return (
    <>
      {canGoBack && (
        <Button isBusy={returnPayment.isPending} onClick={() => returnPayment.mutate(request, { onError })}>
          {words.takeBack}
        </Button>
      )}
      {charges.some(isPayableAtBank) && (
        <Button isBusy={pay.isPending} onClick={() => pay.mutate(request, { onError })}>
          {words.pay}
        </Button>
      )}
    </>
  )
}
