// Writes an invoice: for whom, what, until when, and how it can be paid.

import schema from 'schema:invoices.create'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../api/use-change.ts'
import { PATHS } from '../../kit/paths.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { DateField } from '../../parts/date-field.tsx'
import { Form, FormEnds, FormPair, useApiForm } from '../../parts/form.tsx'
import { Input } from '../../parts/input.tsx'
import { Textarea } from '../../parts/textarea.tsx'
import { toast } from '../../parts/toast.tsx'
import { invoicingWords } from '../../words/invoicing.ts'
import { useWords } from '../../words/language.tsx'
import { ClientField } from './client-field.tsx'
import { bodyOf, type Draft, EMPTY_ITEM, totalsOf } from './draft.ts'
import css from './invoicing.module.css'
import { ItemsEditor } from './items-editor.tsx'
import { Sums } from './sums.tsx'

export function InvoiceEditor({ today, due }: { today: string; due: string }) {
  const words = useWords(invoicingWords)
  const navigate = useNavigate()
  const { mutateAsync } = useChange('invoices.create', {
    refreshes: ['invoices'],
    onDone: ({ data, warnings }) => {
      toast({ text: [words.createdToast, ...warnings.map(({ issue }) => issue)].join('. ') })
      void navigate({ to: PATHS.invoice(data.id) })
    },
  })
  const form = useApiForm<Draft>({
    values: {
      client_id: '',
      issue_date: today,
      due_date: due,
      items: [EMPTY_ITEM],
      discount_rate: '',
      tax_rate: '',
      notes: '',
      payment_methods: ['pix'],
      status: 'draft',
    },
    schema,
    asSent: bodyOf,
    send: (draft) => mutateAsync({ body: bodyOf(draft) }),
  })
  const { register, errorOf, watch } = form
  const [items, discount_rate, tax_rate] = watch(['items', 'discount_rate', 'tax_rate'])
  const totals = totalsOf({ items, discount_rate, tax_rate })
  const submitAs = (status: Draft['status']) => () => form.setValue('status', status)
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <div className={css.halves}>
        <div className={css.page}>
          <Card title={words.details}>
            <div className={css.fields}>
              <ClientField
                value={watch('client_id')}
                onChange={(id) => form.setValue('client_id', id)}
                error={errorOf('client_id')}
              />
              <FormPair>
                <DateField label={words.issued} {...register('issue_date')} error={errorOf('issue_date')} />
                <DateField
                  label={words.due}
                  min={watch('issue_date')}
                  {...register('due_date')}
                  error={errorOf('due_date')}
                />
              </FormPair>
            </div>
          </Card>
          <Card title={words.items}>
            <ItemsEditor control={form.control} register={register} errorOf={errorOf} />
          </Card>
        </div>
        <div className={css.page}>
          <Card title={words.summary}>
            <div className={css.fields}>
              <FormPair>
                <Input
                  label={words.discount}
                  isOptional
                  isNumber
                  inputMode="decimal"
                  after={words.percent}
                  {...register('discount_rate')}
                  error={errorOf('discount_rate')}
                />
                <Input
                  label={words.tax}
                  isOptional
                  isNumber
                  inputMode="decimal"
                  after={words.percent}
                  {...register('tax_rate')}
                  error={errorOf('tax_rate')}
                />
              </FormPair>
              <Sums
                of={[
                  { name: words.subtotal, amount: totals.subtotal },
                  {
                    name: words.discount,
                    amount: totals.discount === '0.00' ? '0.00' : `-${totals.discount}`,
                  },
                  { name: words.tax, amount: totals.tax },
                  { name: words.total, amount: totals.total, isMain: true },
                ]}
              />
              <fieldset className={css.methods}>
                <legend>{words.paymentMethods}</legend>
                <Checkbox label={words.methods.pix} value="pix" {...register('payment_methods')} />
                <Checkbox
                  label={words.methods.boleto}
                  hint={words.boletoHint}
                  value="boleto"
                  {...register('payment_methods')}
                />
              </fieldset>
              <Textarea
                label={words.notes}
                hint={words.notesHint}
                isOptional
                rows={3}
                {...register('notes')}
                error={errorOf('notes')}
              />
            </div>
          </Card>
          <FormEnds>
            <Button type="submit" isBusy={form.isBusy} onClick={submitAs('draft')}>
              {words.saveDraft}
            </Button>
            <Button kind="main" type="submit" isBusy={form.isBusy} onClick={submitAs('sent')}>
              {words.createSend}
            </Button>
          </FormEnds>
        </div>
      </div>
    </Form>
  )
}
