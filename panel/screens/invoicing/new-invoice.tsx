// A new invoice, empty, for a client, or for what a booking costs: kept as a draft, or sent at once.
import type { Answer } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import type { Formats } from '../../kit/formats.ts'
import { PATHS } from '../../kit/paths.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { type Draft, EMPTY_DRAFT, invoiceBody, totalsOf } from './draft.ts'
import { DraftOrSend } from './draft-or-send.tsx'
import { EditorScreen } from './editor-screen.tsx'
import { InvoiceForm } from './invoice-form.tsx'
import { useGoWith } from './use-go-with.ts'
import { useReach } from './use-reach.ts'
import { invoicingWords } from './words.ts'

export function Screen() {
  const words = useWords(invoicingWords)
  const formats = useFormats()
  const goWith = useGoWith()
  const { client_id, booking: id } = useFilters(['client_id', 'booking']).filters
  const { data, isLoading } = useRead('bookings.read', { params: { id } }, { when: id !== '' })
  const reach = useReach()
  const { mutateAsync } = useChange('invoices.create', {
    refreshes: ['invoices'],
    onDone: ({ data, warnings }) => {
      const said = data.status === 'sent' ? words.sent[reach(data.client)] : words.savedToast
      goWith(PATHS.invoice(data.id), said, warnings)
    },
  })
  return (
    <EditorScreen
      title={words.newOne}
      needs="invoices.write"
      back={{ to: PATHS.invoices, name: words.title }}
    >
      {(today, inAWeek) =>
        isLoading ? (
          <Skeleton lines={6} />
        ) : (
          <InvoiceForm
            values={{
              ...EMPTY_DRAFT,
              client_id,
              ...(data && bookedDraft(data, words, formats)),
              issue_date: today,
              due_date: inAWeek,
            }}
            // What was begun for one client or booking must not fill the form of another.
            draft={`invoice.new ${id || client_id}`}
            send={(draft) => mutateAsync({ body: { ...invoiceBody(draft), status: draft.status } })}
            ends={(form) => (
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

/** One item: the flights, at what the client pays for them. */
function bookedDraft(
  { client, booking_reference: locator, slices, client_amount: amount }: Answer<'bookings.read'>,
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
