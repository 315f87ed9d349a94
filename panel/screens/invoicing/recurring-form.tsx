// The fields of a recurring invoice: its content and its frequency.
import schema from 'schema:recurringInvoices.create'
import { FREQUENCIES } from '../../../contract/invoicing-states.ts'
import { MANDATE_FREQUENCIES, MANDATE_RETRIES } from '../../../contract/mandate-states.ts'
import { Checkbox } from '../../parts/checkbox.tsx'
import { DateField } from '../../parts/date-field.tsx'
import { FormPair } from '../../parts/form.tsx'
import { Input } from '../../parts/input.tsx'
import { Select } from '../../parts/select.tsx'
import { useApiForm } from '../../parts/use-api-form.ts'
import { useWords } from '../../words/language.tsx'
import { DocumentEditor, type DocumentFormProps, type DraftForm } from './document-editor.tsx'
import { type Draft, recurringBody } from './draft.ts'
import { EarlyDiscount } from './early-discount.tsx'
import { mandateWords } from './mandate-words.ts'
import { recurringWords } from './recurring-words.ts'
import { invoicingWords } from './words.ts'

export function RecurringForm({ buttons, ...rest }: DocumentFormProps) {
  const form = useApiForm<Draft>({ ...rest, schema, toBody: recurringBody })
  return (
    <DocumentEditor form={form} isPaid isRecurring buttons={buttons(form)}>
      <Schedule form={form} isNew={rest.edits === undefined} />
    </DocumentEditor>
  )
}

/** Banks debit some rhythms alone. */
function AutomaticPix({ form: { register, errorOf, watch } }: { form: DraftForm }) {
  const words = useWords(mandateWords)
  const { pixAutomatic, pixAutomaticHint } = useWords(recurringWords)
  const isFit = MANDATE_FREQUENCIES.some((one) => one === watch('frequency'))
  return (
    <>
      <Checkbox
        label={pixAutomatic}
        hint={isFit ? pixAutomaticHint : words.unfit}
        value="pix_automatic"
        {...register('payment_methods')}
      />
      {watch('payment_methods').includes('pix_automatic') && (
        <Select
          label={words.retries}
          choices={MANDATE_RETRIES.map((value) => ({ value, label: words.retryChoices[value] }))}
          {...register('mandate_retries')}
          error={errorOf('mandate_retries')}
        />
      )}
    </>
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
      <AutomaticPix form={form} />
      <Checkbox label={words.notify} {...register('notify_client_before_due')} />
    </>
  )
}
