// The fields of a recurring invoice: its content and its frequency.
import schema from 'schema:recurringInvoices.create'
import { FREQUENCIES } from '../../../contract/invoicing-states.ts'
import { Checkbox } from '../../parts/checkbox.tsx'
import { DateField } from '../../parts/date-field.tsx'
import { useApiForm } from '../../parts/form.tsx'
import { FormPair } from '../../parts/form-box.tsx'
import { Input } from '../../parts/input.tsx'
import { Select } from '../../parts/select.tsx'
import { useWords } from '../../words/language.tsx'
import { DocumentEditor, type DocumentFormProps, type DraftForm } from './document-editor.tsx'
import { type Draft, recurringBody } from './draft.ts'
import { EarlyDiscount } from './early-discount.tsx'
import { recurringWords } from './recurring-words.ts'
import { invoicingWords } from './words.ts'

export function RecurringForm({ buttons, ...rest }: DocumentFormProps) {
  const form = useApiForm<Draft>({ ...rest, schema, toBody: recurringBody })
  return (
    <DocumentEditor form={form} isPaid buttons={buttons(form)}>
      <Schedule form={form} isNew={rest.edits === undefined} />
    </DocumentEditor>
  )
}

function Schedule({ form, isNew }: { form: DraftForm; isNew: boolean }) {
  const words = useWords(recurringWords)
  const { earlyDays } = useWords(invoicingWords)
  const { register, day, errorOf, watch } = form
  return (
    <>
      <Input label={words.name} hint={words.nameHint} {...register('name')} error={errorOf('name')} />
      <FormPair>
        <Select
          label={words.frequency}
          choices={FREQUENCIES.map((value) => ({ value, label: words.frequencies[value] }))}
          {...register('frequency')}
          error={errorOf('frequency')}
        />
        {watch('frequency') === 'custom' && (
          <Input
            label={words.everyDays}
            inputMode="numeric"
            isNumber
            {...register('custom_interval_days')}
            error={errorOf('custom_interval_days')}
          />
        )}
        <Input
          label={words.billingDay}
          inputMode="numeric"
          isNumber
          {...register('billing_day')}
          error={errorOf('billing_day')}
        />
        <DateField label={words.start} about="future" {...day('start_date')} />
        <DateField label={words.end} hint={words.endHint} isOptional about="future" {...day('end_date')} />
        <EarlyDiscount form={form} isNew={isNew}>
          <Input
            label={earlyDays}
            inputMode="numeric"
            isNumber
            {...register('early_payment.days_before_due')}
            error={errorOf('early_payment.days_before_due')}
          />
        </EarlyDiscount>
      </FormPair>
      <Checkbox label={words.autoSend} hint={words.autoSendHint} {...register('auto_send')} />
      <Checkbox label={words.notify} {...register('notify_client_before_due')} />
    </>
  )
}
