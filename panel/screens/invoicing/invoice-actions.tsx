// Actions of an invoice by its status: send, cancel, delete a draft, and in test mode pay.

import pencil from 'icon:pencil'
import send from 'icon:send'
import { etagOf } from '../../api/etags.ts'
import { navigate } from '../../api/navigation.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useReachability } from '../../api/use-readiness.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../kit/paths.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { ExternalLink } from '../../parts/external-link.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { TestPayments } from './test-payments.tsx'
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
