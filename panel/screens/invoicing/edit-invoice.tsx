// Changes an invoice while it is a draft.
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { PATHS } from '../../kit/paths.ts'
import { toast } from '../../parts/toast.tsx'
import { useAddressId } from '../../parts/use-address-id.ts'
import { invoicingWords } from '../../words/invoicing.ts'
import { useWords } from '../../words/language.tsx'
import { EMPTIED_INVOICE, invoiceBody } from './draft.ts'
import { draftOfInvoice } from './draft-of.ts'
import { EditScreen } from './edit-screen.tsx'
import { InvoiceForm } from './invoice-form.tsx'
import { SaveOrLeave } from './save-or-leave.tsx'

export function Screen() {
  const words = useWords(invoicingWords)
  const navigate = useNavigate()
  const id = useAddressId()
  const to = PATHS.invoice(id)
  const result = useRead('invoices.read', { params: { id } })
  const { mutateAsync } = useChange('invoices.update', {
    refreshes: ['invoices'],
    onDone: ({ warnings }) => {
      toast({ text: [words.savedToast, ...warnings.map(({ issue }) => issue)].join('. ') })
      void navigate({ to })
    },
  })
  return (
    <EditScreen
      title={words.editTitle}
      sub={words.editSub}
      result={result}
      to={to}
      mayChange={({ status }) => status === 'draft'}
      locked={words.lockedText}
    >
      {(invoice) => (
        <InvoiceForm
          values={draftOfInvoice(invoice)}
          send={(draft) =>
            mutateAsync({ params: { id }, body: { ...EMPTIED_INVOICE, ...invoiceBody(draft) } })
          }
          ends={(form) => <SaveOrLeave form={form} to={to} />}
        />
      )}
    </EditScreen>
  )
}
