// The fields of an invoice, with the live total.
import schema from 'schema:invoices.create'
import { DateField } from '../../parts/date-field.tsx'
import { useApiForm } from '../../parts/form.tsx'
import { FormPair } from '../../parts/form-box.tsx'
import { useWords } from '../../words/language.tsx'
import { DocumentEditor, type DocumentFormProps } from './document-editor.tsx'
import { type Draft, invoiceBody, isNotBefore } from './draft.ts'
import { invoicingWords } from './words.ts'

export function InvoiceForm({ buttons, ...rest }: DocumentFormProps) {
  const words = useWords(invoicingWords)
  const form = useApiForm<Draft>({ ...rest, schema, toBody: invoiceBody })
  const { register, errorOf, watch } = form
  return (
    <DocumentEditor form={form} isPaid buttons={buttons(form)}>
      <FormPair>
        <DateField label={words.issued} {...register('issue_date')} error={errorOf('issue_date')} />
        <DateField
          label={words.due}
          min={watch('issue_date')}
          {...register('due_date', {
            validate: (day, { issue_date: issued }) => isNotBefore(day, issued) || words.dueEarly,
          })}
          error={errorOf('due_date')}
        />
      </FormPair>
    </DocumentEditor>
  )
}
