// The fields of a quote.
import schema from 'schema:quotes.create'
import { Checkbox } from '../../parts/checkbox.tsx'
import { DateField } from '../../parts/date-field.tsx'
import { FormPair } from '../../parts/form.tsx'
import { useApiForm } from '../../parts/use-api-form.ts'
import { useWords } from '../../words/language.tsx'
import { DocumentEditor, type DocumentFormProps } from './document-editor.tsx'
import { type Draft, isNotBefore, quoteBody } from './draft.ts'
import { quotesWords } from './quotes-words.ts'
import { invoicingWords } from './words.ts'

export function QuoteForm({ buttons, ...rest }: DocumentFormProps) {
  const words = useWords(quotesWords)
  const { issued, dueEarly } = useWords(invoicingWords)
  const form = useApiForm<Draft>({ ...rest, schema, toBody: quoteBody })
  return (
    <DocumentEditor form={form} isPaid={false} buttons={buttons(form)}>
      <FormPair>
        <DateField label={issued} {...form.day('issue_date')} />
        <DateField
          label={words.valid}
          hint={words.validHint}
          isOptional
          about="future"
          {...form.day('valid_until', (day, { issue_date: from }) => isNotBefore(day, from) || dueEarly)}
        />
      </FormPair>
      <Checkbox label={words.areOptions} hint={words.areOptionsHint} {...form.register('are_options')} />
    </DocumentEditor>
  )
}
