// The fields of an invoice, with the live total.
import schema from 'schema:invoices.create'
import { DateField } from '../../parts/date-field.tsx'
import { FormPair } from '../../parts/form.tsx'
import { useApiForm } from '../../parts/use-api-form.ts'
import { useWords } from '../../words/language.tsx'
import { DocumentEditor, type DocumentFormProps } from './document-editor.tsx'
import { type Draft, invoiceBody, isNotBefore } from './draft.ts'
import { EarlyDiscount } from './early-discount.tsx'
import { invoicingWords } from './words.ts'

export function InvoiceForm({ buttons, ...rest }: DocumentFormProps) {
  const words = useWords(invoicingWords)
  const form = useApiForm<Draft>({ ...rest, schema, toBody: invoiceBody })
  const { day, watch } = form
  return (
    <DocumentEditor form={form} isPaid buttons={buttons(form)}>
      <FormPair>
        <DateField label={words.issued} {...day('issue_date')} />
        <DateField
          label={words.due}
          min={watch('issue_date')}
          about="future"
          {...day('due_date', (due, { issue_date: issued }) => isNotBefore(due, issued) || words.dueEarly)}
        />
        <EarlyDiscount form={form} isNew={rest.edits === undefined}>
          <DateField
            label={words.earlyUntil}
            about="future"
            {...day(
              'early_payment.until',
              (until, { due_date: due }) => isNotBefore(due, until) || words.earlyLate,
            )}
          />
        </EarlyDiscount>
      </FormPair>
    </DocumentEditor>
  )
}
