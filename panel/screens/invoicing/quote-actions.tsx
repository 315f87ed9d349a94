// Actions of a quote by its status: send, record the response, create the invoice, cancel, delete a draft.
import pencil from 'icon:pencil'
import { etagOf } from '../../api/etags.ts'
import type { Answer } from '../../api/operations.ts'
import { go } from '../../api/place.ts'
import { useChange } from '../../api/use-change.ts'
import { useMay } from '../../api/use-team.ts'
import { PATHS } from '../../kit/paths.ts'
import { AskFirst } from '../../parts/ask-first.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { AcceptQuote } from './quote-options.tsx'
import { quotesWords } from './quotes-words.ts'
import { useReach } from './use-reach.ts'
import { invoicingWords } from './words.ts'

export function QuoteActions({ of }: { of: Answer<'quotes.read'> }) {
  const words = useWords(quotesWords)
  const shared = useWords(invoicingWords)
  const [mayWrite, mayInvoice] = [useMay('quotes.write'), useMay('invoices.write')]
  const reach = useReach()(of.client)
  const update = useChange('quotes.update', {
    refreshes: ['quotes'],
    onDone: ({ status }) => toast({ text: status === 'sent' ? words.sent[reach] : words.changed }),
  })
  const remove = useChange('quotes.delete', {
    refreshes: ['quotes'],
    onDone: () => {
      toast({ text: shared.removed })
      void go(PATHS.quotes)
    },
  })
  const invoice = useChange('quotes.invoice', {
    refreshes: ['quotes', 'invoices'],
    onDone: ({ data }) => void go(PATHS.invoice(data.id)),
  })
  const params = { id: of.id }
  const ifMatch = etagOf(of)
  const turn = (status: typeof of.status) => ({
    change: update,
    asked: { params, body: { status }, ifMatch },
  })
  if (of.invoice_id !== null)
    return <ButtonLink to={PATHS.invoice(of.invoice_id)}>{words.seeInvoice}</ButtonLink>
  return (
    <>
      {mayWrite && of.status === 'draft' && (
        <AskFirst verb={shared.remove} title={shared.removeTitle} change={remove} asked={{ params, ifMatch }}>
          <p>{shared.removeText}</p>
        </AskFirst>
      )}
      {mayWrite && of.status === 'sent' && (
        <AskFirst verb={words.cancel} title={words.cancelTitle} {...turn('cancelled')}>
          <p>{words.cancelText}</p>
        </AskFirst>
      )}
      {mayWrite && (of.status === 'draft' || of.status === 'sent') && (
        <ButtonLink to={PATHS.editQuote(of.id)} icon={pencil}>
          {shared.edit}
        </ButtonLink>
      )}
      {mayWrite && of.status === 'draft' && (
        <AskFirst kind="main" verb={words.send} title={words.sendTitle} isDanger={false} {...turn('sent')}>
          <p>{words.sendText}</p>
          <p>{shared.reach[reach](of.client.full_name)}</p>
        </AskFirst>
      )}
      {mayWrite && of.status === 'sent' && <AcceptQuote of={of} change={update} />}
      {mayInvoice && of.status === 'accepted' && (
        <AskFirst
          kind="main"
          verb={words.invoice}
          title={words.invoiceTitle}
          isDanger={false}
          change={invoice}
          asked={{ params }}
        >
          <p>{words.invoiceText}</p>
        </AskFirst>
      )}
    </>
  )
}
