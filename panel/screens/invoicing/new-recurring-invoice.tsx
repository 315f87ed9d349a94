// The editor of a recurring invoice: what it makes, and how often.

import schema from 'schema:recurringInvoices.create'
import { useNavigate } from '@tanstack/react-router'
import { FREQUENCIES } from '../../../contract/invoicing-states.ts'
import { useChange } from '../../api/use-change.ts'
import { PATHS } from '../../kit/paths.ts'
import { Button } from '../../parts/button.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { DateField } from '../../parts/date-field.tsx'
import { useApiForm } from '../../parts/form.tsx'
import { FormPair } from '../../parts/form-box.tsx'
import { Input } from '../../parts/input.tsx'
import { Select } from '../../parts/select.tsx'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { recurringWords } from '../../words/recurring.ts'
import { DocumentEditor, type DraftForm } from './document-editor.tsx'
import { type Draft, EMPTY_DRAFT, recurringBody } from './draft.ts'
import { EditorScreen } from './editor-screen.tsx'

export function Screen() {
  const words = useWords(recurringWords)
  return (
    <EditorScreen title={words.newOne} back={{ to: PATHS.recurringInvoices, name: words.title }}>
      {(today) => <Editor today={today} />}
    </EditorScreen>
  )
}

function Editor({ today }: { today: string }) {
  const words = useWords(recurringWords)
  const navigate = useNavigate()
  const create = useChange('recurringInvoices.create', {
    refreshes: ['recurringInvoices'],
    onDone: ({ id }) => {
      toast({ text: words.created })
      void navigate({ to: PATHS.recurringInvoice(id) })
    },
  })
  const form = useApiForm<Draft>({
    values: { ...EMPTY_DRAFT, start_date: today },
    schema,
    asSent: recurringBody,
    send: (draft) => create.mutateAsync({ body: recurringBody(draft) }),
  })
  const end = (
    <Button kind="main" type="submit" isBusy={form.isBusy}>
      {words.create}
    </Button>
  )
  return (
    <DocumentEditor form={form} isPaid ends={end}>
      <Rhythm form={form} />
    </DocumentEditor>
  )
}

function Rhythm({ form: { register, errorOf, watch } }: { form: DraftForm }) {
  const words = useWords(recurringWords)
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
        <DateField label={words.start} {...register('start_date')} error={errorOf('start_date')} />
        <DateField
          label={words.end}
          hint={words.endHint}
          isOptional
          {...register('end_date')}
          error={errorOf('end_date')}
        />
      </FormPair>
      <Checkbox label={words.autoSend} hint={words.autoSendHint} {...register('auto_send')} />
      <Checkbox label={words.notify} {...register('notify_client_before_due')} />
    </>
  )
}
