// A new invoice: empty, for a client, or for a booking. It is saved as a draft or sent at once.
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { useReachability } from '../../api/use-readiness.ts'
import type { Formats } from '../../logic/formats.ts'
import { PATHS } from '../../logic/paths.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { type Draft, EMPTY_DRAFT, invoiceBody, totalsOf } from './draft.ts'
import { DraftOrSend, EditorScreen, useOpenSaved } from './editor-screens.tsx'
import { InvoiceForm } from './invoice-form.tsx'
import { invoicingWords } from './words.ts'

export function Screen() {
  const words = useWords(invoicingWords)
  const formats = useFormats()
  const openSaved = useOpenSaved()
  const { client_id, booking: id } = useFilters(['client_id', 'booking']).filters
  const { data, isLoading } = useRead('bookings.read', { params: { id } }, { isEnabled: id !== '' })
  const reach = useReachability()
  const { mutateAsync } = useChange('invoices.create', {
    refreshes: ['invoices'],
    onDone: ({ data, warnings }) => {
      const savedText = data.status === 'sent' ? words.sent[reach(data.client)] : words.savedToast
      openSaved(PATHS.invoice(data.id), savedText, warnings)
    },
  })
  return (
    <EditorScreen
      title={words.newOne}
      needs="invoices.write"
      back={{ to: PATHS.invoices, name: words.title }}
    >
      {(today, inAWeek, payment_methods) =>
        isLoading ? (
          <Skeleton lines={6} />
        ) : (
          <InvoiceForm
            values={{
              ...EMPTY_DRAFT,
              client_id,
              payment_methods,
              ...(data && bookedDraft(data, words, formats)),
              issue_date: today,
              due_date: inAWeek,
            }}
            // A draft for one client or booking must not fill the form of another.
            draft={`invoice.new ${id || client_id}`}
            send={(draft) => mutateAsync({ body: { ...invoiceBody(draft), status: draft.status } })}
            buttons={(form) => (
              <DraftOrSend
                form={form}
                send={words.createSend}
                title={words.sendTitle}
                text={(draft) => words.sendText(formats.money(totalsOf(draft).total))}
              />
            )}
          />
        )
      }
    </EditorScreen>
  )
}

/** One item: the flights at the client's price. */
function bookedDraft(
  { client, booking_reference: locator, slices, client_amount: amount }: ResponseOf<'bookings.read'>,
  words: (typeof invoicingWords)['pt'],
  formats: Formats,
): Pick<Draft, 'client_id' | 'items'> {
  const legs = slices.map(({ origin, destination, segments: [first] }) => {
    const day = first === undefined ? '' : `, ${formats.date(first.departing_at.slice(0, 10))}`
    return `${origin.iata_code} – ${destination.iata_code}${day}`
  })
  const description = [words.ticketsOf(locator), ...legs].join('\n')
  return {
    client_id: client.id,
    items: [{ description, quantity: '1', unit_price: amount.replace('.', ',') }],
  }
}
