// Actions of an invoice by its status: send, cancel, delete a draft, and in test mode pay.

import pencil from 'icon:pencil'
import send from 'icon:send'
import { etagOf } from '../../api/etags.ts'
import type { Answer } from '../../api/operations.ts'
import { go } from '../../api/place.ts'
import { useChange } from '../../api/use-change.ts'
import { useMay } from '../../api/use-team.ts'
import { PATHS } from '../../kit/paths.ts'
import { AskFirst } from '../../parts/ask-first.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { OutsideLink } from '../../parts/outside-link.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { TestPayments } from './test-payments.tsx'
import { useReach } from './use-reach.ts'
import { invoicingWords } from './words.ts'

const REFRESHES = ['invoices', 'messages']

export function InvoiceActions({ of }: { of: Answer<'invoices.read'> }) {
  const words = useWords(invoicingWords)
  const formats = useFormats()
  const mayWrite = useMay('invoices.write')
  const say = (text: string) => ({ refreshes: REFRESHES, onDone: () => toast({ text }) })
  const reach = useReach()(of.client)
  const sending = useChange('invoices.update', say(words.sent[reach]))
  const cancelling = useChange('invoices.update', say(words.cancelled))
  const removing = useChange('invoices.delete', {
    onDone: () => {
      toast({ text: words.removed })
      void go(PATHS.invoices)
    },
    refreshes: ['invoices'],
  })
  const params = { id: of.id }
  const ifMatch = etagOf(of)
  if (!mayWrite) return null
  const sendIt = (verb: string) => (
    <AskFirst
      verb={verb}
      title={words.sendTitle}
      kind="main"
      icon={send}
      isDanger={false}
      change={sending}
      asked={{ params, body: { status: 'sent' }, ifMatch }}
    >
      {of.status === 'draft' && <p>{words.sendText(formats.money(of.total))}</p>}
      <p>{words.reach[reach](of.client.full_name)}</p>
    </AskFirst>
  )
  if (of.status === 'cancelled') return sendIt(words.sendAgain)
  if (of.status === 'draft')
    return (
      <>
        <AskFirst verb={words.remove} title={words.removeTitle} change={removing} asked={{ params, ifMatch }}>
          <p>{words.removeText}</p>
        </AskFirst>
        <OutsideLink href={of.pdf_url}>{words.pdf}</OutsideLink>
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
        <AskFirst
          verb={words.cancel}
          title={words.cancelTitle}
          change={cancelling}
          asked={{ params, body: { status: 'cancelled' }, ifMatch }}
        >
          <p>{words.cancelText}</p>
        </AskFirst>
      )}
    </>
  )
}
