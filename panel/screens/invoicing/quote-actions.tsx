// Actions of a quote by its status: send, record the response, create the invoice, cancel, delete a draft.
import pencil from 'icon:pencil'
import { etagOf } from '../../api/etags.ts'
import { navigate } from '../../api/navigation.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useReachability } from '../../api/use-readiness.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { AcceptQuote } from './quote-options.tsx'
import { quotesWords } from './quotes-words.ts'
import { invoicingWords } from './words.ts'

export function QuoteActions({ of }: { of: ResponseOf<'quotes.read'> }) {
  const words = useWords(quotesWords)
  const shared = useWords(invoicingWords)
  const [mayWrite, mayInvoice] = [usePermission('quotes.write'), usePermission('invoices.write')]
  const reach = useReachability()(of.client)
  const update = useChange('quotes.update', {
    refreshes: ['quotes'],
    onDone: ({ status }) => toast({ text: status === 'sent' ? words.sent[reach] : words.changed }),
  })
  const remove = useChange('quotes.delete', {
    refreshes: ['quotes'],
    onDone: () => {
      toast({ text: shared.removed })
      void navigate(PATHS.quotes)
    },
  })
  const invoice = useChange('quotes.invoice', {
    refreshes: ['quotes', 'invoices'],
    onDone: ({ data }) => void navigate(PATHS.invoice(data.id)),
  })
  const [mayPlan, seesTrips] = [usePermission('trips.write'), usePermission('trips.read')]
  const plan = useChange('quotes.trip', {
    refreshes: ['quotes', 'invoices', 'trips', 'clients'],
    onDone: ({ id }) => void navigate(PATHS.trip(id)),
  })
  const params = { id: of.id }
  const ifMatch = etagOf(of)
  const turn = (status: typeof of.status) => ({
    change: update,
    request: { params, body: { status }, ifMatch },
  })
  return (
    <>
      {of.invoice_id !== null && (
        <ButtonLink to={PATHS.invoice(of.invoice_id)}>{words.seeInvoice}</ButtonLink>
      )}
      {of.trip_id !== null && seesTrips && (
        <ButtonLink to={PATHS.trip(of.trip_id)}>{words.seeTrip}</ButtonLink>
      )}
      {mayWrite && of.status === 'draft' && (
        <ConfirmButton
          verb={shared.remove}
          title={shared.removeTitle}
          change={remove}
          request={{ params, ifMatch }}
        >
          <p>{shared.removeText}</p>
        </ConfirmButton>
      )}
      {mayWrite && of.status === 'sent' && (
        <ConfirmButton verb={words.cancel} title={words.cancelTitle} {...turn('cancelled')}>
          <p>{words.cancelText}</p>
        </ConfirmButton>
      )}
      {mayWrite && (of.status === 'draft' || of.status === 'sent') && (
        <ButtonLink to={PATHS.editQuote(of.id)} icon={pencil}>
          {shared.edit}
        </ButtonLink>
      )}
      {mayWrite && of.status === 'draft' && (
        <ConfirmButton
          kind="main"
          verb={words.send}
          title={words.sendTitle}
          isDanger={false}
          {...turn('sent')}
        >
          <p>{words.sendText}</p>
          <p>{shared.reach[reach](of.client.full_name)}</p>
        </ConfirmButton>
      )}
      {mayWrite && of.status === 'sent' && <AcceptQuote of={of} change={update} />}
      {mayPlan && of.status === 'accepted' && of.trip_id === null && (
        <ConfirmButton
          verb={words.trip}
          title={words.tripTitle}
          isDanger={false}
          change={plan}
          request={{ params }}
        >
          <p>{words.tripText}</p>
        </ConfirmButton>
      )}
      {mayInvoice && of.status === 'accepted' && of.invoice_id === null && (
        <ConfirmButton
          kind="main"
          verb={words.invoice}
          title={words.invoiceTitle}
          isDanger={false}
          change={invoice}
          request={{ params }}
        >
          <p>{words.invoiceText}</p>
        </ConfirmButton>
      )}
    </>
  )
}
