// A new invoice: kept as a draft, or sent at once.
import { useChange } from '../../api/use-change.ts'
import { PATHS } from '../../kit/paths.ts'
import { useWords } from '../../words/language.tsx'
import { EMPTY_DRAFT, invoiceBody } from './draft.ts'
import { DraftOrSend } from './draft-or-send.tsx'
import { EditorScreen } from './editor-screen.tsx'
import { InvoiceForm } from './invoice-form.tsx'
import { useGoWith } from './use-go-with.ts'
import { useReach } from './use-reach.ts'
import { invoicingWords } from './words.ts'

export function Screen() {
  const words = useWords(invoicingWords)
  const goWith = useGoWith()
  const reach = useReach()
  const { mutateAsync } = useChange('invoices.create', {
    refreshes: ['invoices'],
    onDone: ({ data, warnings }) => {
      const said = data.status === 'sent' ? words.sent[reach(data.client)] : words.savedToast
      goWith(PATHS.invoice(data.id), said, warnings)
    },
  })
  return (
    <EditorScreen title={words.newOne} back={{ to: PATHS.invoices, name: words.title }}>
      {(today, inAWeek) => (
        <InvoiceForm
          values={{ ...EMPTY_DRAFT, issue_date: today, due_date: inAWeek }}
          send={(draft) => mutateAsync({ body: { ...invoiceBody(draft), status: draft.status } })}
          ends={(form) => <DraftOrSend form={form} draft={words.saveDraft} send={words.createSend} />}
        />
      )}
    </EditorScreen>
  )
}
