// Actions of an invoice by its status: send, cancel, delete a draft, and in test mode pay.
import pencil from 'icon:pencil'
import send from 'icon:send'
import { isPaymentMethod } from '../../../contract/payment-methods.ts'
import { etagOf } from '../../api/etags.ts'
import { navigate } from '../../api/navigation.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { useReachability } from '../../api/use-readiness.ts'
import { usePermission } from '../../api/use-team.ts'
import { isPayableAtBank } from '../../logic/method-facts.ts'
import { PATHS } from '../../logic/paths.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { ExternalLink } from '../../parts/external-link.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { ButtonLink } from '../../parts/link.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { invoicingWords } from './words.ts'

const REFRESHES = ['invoices', 'messages']

export function InvoiceActions({ of }: { of: ResponseOf<'invoices.read'> }) {
  const words = useWords(invoicingWords)
  const formats = useFormats()
  const mayWrite = usePermission('invoices.write')
  const say = (text: string) => ({ refreshes: REFRESHES, onDone: () => toast({ text }) })
  const reach = useReachability()(of.client)
  const sending = useChange('invoices.update', say(words.sent[reach]))
  const cancelling = useChange('invoices.update', say(words.cancelled))
  const removing = useChange('invoices.delete', {
    onDone: () => {
      toast({ text: words.removed })
      void navigate(PATHS.invoices)
    },
    refreshes: ['invoices'],
  })
  const params = { id: of.id }
  const ifMatch = etagOf(of)
  if (!mayWrite) return null
  const sendIt = (verb: string) => (
    <ConfirmButton
      verb={verb}
      title={words.sendTitle}
      kind="main"
      icon={send}
      isDanger={false}
      change={sending}
      request={{ params, body: { status: 'sent' }, ifMatch }}
    >
      {of.status === 'draft' && <p>{words.sendText(formats.money(of.total))}</p>}
      <p>{words.reach[reach](of.client.full_name)}</p>
    </ConfirmButton>
  )
  if (of.status === 'cancelled') return sendIt(words.sendAgain)
  if (of.status === 'draft')
    return (
      <>
        <ConfirmButton
          verb={words.remove}
          title={words.removeTitle}
          change={removing}
          request={{ params, ifMatch }}
        >
          <p>{words.removeText}</p>
        </ConfirmButton>
        <ExternalLink href={of.pdf_url}>{words.pdf}</ExternalLink>
        <ButtonLink to={PATHS.editInvoice(of.id)} icon={pencil}>
          {words.edit}
        </ButtonLink>
        {sendIt(words.send)}
      </>
    )
  return (
    <>
      <TestPayments of={of} />
      {of.amount_paid === 0 && (
        <ConfirmButton
          verb={words.cancel}
          title={words.cancelTitle}
          change={cancelling}
          request={{ params, body: { status: 'cancelled' }, ifMatch }}
        >
          <p>{words.cancelText}</p>
        </ConfirmButton>
      )}
    </>
  )
}

/**
 * In test mode: pays an invoice as its client would, or returns the payment as a bank does after a fraud claim.
 */
function TestPayments({
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
