// Edits an invoice while it is a draft.
import { useChange } from '../../api/use-change.ts'
import { PATHS } from '../../logic/paths.ts'
import { Detail, type DetailOf } from '../../parts/detail.tsx'
import { edited } from '../../parts/use-conflict.ts'
import { useWords } from '../../words/language.tsx'
import { invoiceBody } from './draft.ts'
import { draftOfInvoice } from './draft-of.ts'
import { EditScreen, SaveOrLeave, useOpenSaved } from './editor-screens.tsx'
import { InvoiceForm } from './invoice-form.tsx'
import { invoicingWords } from './words.ts'

export const Screen = () => <Detail by="invoices.read" list="invoices" as={EditInvoice} />

function EditInvoice({ of: invoice }: DetailOf<'invoices.read'>) {
  const words = useWords(invoicingWords)
  const openSaved = useOpenSaved()
  const to = PATHS.invoice(invoice.id)
  const { mutateAsync } = useChange('invoices.update', {
    refreshes: ['invoices'],
    onDone: ({ warnings }) => openSaved(to, words.savedToast, warnings),
  })
  return (
    <EditScreen
      needs="invoices.write"
      {...{ title: words.editTitle, sub: words.editSub, to, locked: words.lockedText }}
      mayChange={invoice.status === 'draft'}
    >
      <InvoiceForm
        values={draftOfInvoice(invoice)}
        draft={`invoice.${invoice.id}`}
        edits={edited(invoice, draftOfInvoice)}
        send={(draft, ifMatch) =>
          mutateAsync({ params: { id: invoice.id }, body: invoiceBody(draft), ifMatch })
        }
        buttons={(form) => <SaveOrLeave form={form} to={to} />}
      />
    </EditScreen>
  )
}
