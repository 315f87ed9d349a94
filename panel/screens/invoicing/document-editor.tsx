// The shared part of the editors of invoices, quotes and recurring invoices: client, items, rates, live total, notes.
import plus from 'icon:plus'
import trash from 'icon:trash-2'
import type { ReactNode } from 'react'
import { type Control, type UseFormRegister, useFieldArray, useWatch } from 'react-hook-form'
import { useRead } from '../../api/use-read.ts'
import { documentTotals, parseDecimal } from '../../logic/document-totals.ts'
import { Amount } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Form, FormButtons, FormPair } from '../../parts/form.tsx'
import { type FormatValue, FormNotices } from '../../parts/form-notices.tsx'
import { Input } from '../../parts/input.tsx'
import { ClientField } from '../../parts/records/client-field.tsx'
import { MethodChoice } from '../../parts/records/method-choice.tsx'
import { NewClient } from '../../parts/records/new-client.tsx'
import { Textarea } from '../../parts/textarea.tsx'
import type { useApiForm } from '../../parts/use-api-form.ts'
import type { Edited } from '../../parts/use-conflict.ts'
import { fieldWords } from '../../words/fields.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { type Draft, type DraftItem, EMPTY_ITEM, totalsOf } from './draft.ts'
import css from './invoicing.module.css'
import { type Sum, Sums } from './sums.tsx'
import { invoicingWords } from './words.ts'

export type DraftForm = ReturnType<typeof useApiForm<Draft>>

/** Props of each document's form, for new and existing documents. */
export interface DocumentFormProps {
  readonly values: Draft
  readonly send: (draft: Draft, ifMatch: string | undefined) => Promise<unknown>
  /** The name of the stored draft. */
  readonly draft: string
  /** The edited document; undefined for a new one. */
  readonly edits?: Edited<Draft>
  /** The buttons. */
  readonly buttons: (form: DraftForm) => ReactNode
}

export interface DocumentEditorProps {
  readonly form: DraftForm
  /** The fields of this document type, below the client. */
  readonly children: ReactNode
  /** The buttons. */
  readonly buttons: ReactNode
  /** False for quotes, which have no taxes and payments. */
  readonly isPaid: boolean
  /** A recurring invoice chooses Pix Automático among its own fields. */
  readonly isRecurring?: boolean
}

export function DocumentEditor({
  form,
  children,
  buttons,
  isPaid,
  isRecurring = false,
}: DocumentEditorProps) {
  const words = useWords(invoicingWords)
  const { register, errorOf, watch } = form
  const formatValue = useShownValues()
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <FormNotices form={form} formatValue={formatValue} />
      <div className={css.halves}>
        <div className={css.page}>
          <Card title={words.details}>
            <div className={css.fields}>
              <ClientField
                value={watch('client_id')}
                onChange={(id) => form.setValue('client_id', id)}
                error={errorOf('client_id')}
              />
              <div>
                <NewClient onCreated={(id) => form.setValue('client_id', id, { shouldDirty: true })} />
              </div>
              {children}
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
                <Rate form={form} name="discount_rate" label={words.discount} />
                {isPaid && <Rate form={form} name="tax_rate" label={words.tax} />}
              </FormPair>
              <LiveSums form={form} />
              {isPaid && (
                <fieldset className={css.methods}>
                  <legend>{words.paymentMethods}</legend>
                  <MethodChoice
                    chosen={watch('payment_methods')}
                    field={register('payment_methods')}
                    isWithoutAutomatic={isRecurring}
                  />
                </fieldset>
              )}
              <Textarea
                label={words.notes}
                hint={words.notesHint}
                isOptional
                rows={Math.max(3, linesOf(watch('notes')))}
                {...register('notes')}
                error={errorOf('notes')}
              />
            </div>
          </Card>
          <FormButtons>{buttons}</FormButtons>
        </div>
      </div>
    </Form>
  )
}

/** Formats values that no field shows as text. */
function useShownValues(): FormatValue {
  const words = useWords(invoicingWords)
  const { client } = useWords(partWords)
  const methods = new Map<string, string>(Object.entries(words.methods))
  return (field, value) => {
    if (field === 'client_id') return { label: client, text: <ClientName id={String(value)} /> }
    if (field === 'payment_methods')
      return {
        label: words.paymentMethods,
        text: textsIn(value)
          .map((one) => methods.get(one) ?? one)
          .join(', '),
      }
    if (field !== 'items') return undefined
    return { label: words.items, text: itemsIn(value).join('\n') }
  }
}

function ClientName({ id }: { id: string }) {
  return useRead('clients.read', { params: { id } }, { isEnabled: id !== '' }).data?.full_name
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function itemsIn(value: unknown): string[] {
  const items: Partial<DraftItem>[] = Array.isArray(value) ? value : []
  return items.map(
    ({ description = '', quantity = '', unit_price: price = '' }) =>
      `${quantity} × ${description}: R$ ${price}`,
  )
}

interface RateProps {
  readonly form: DraftForm
  readonly name: 'discount_rate' | 'tax_rate'
  readonly label: string
}

function Rate({ form, name, label }: RateProps) {
  const words = useWords(invoicingWords)
  return (
    <Input
      label={label}
      isOptional
      isNumber
      inputMode="decimal"
      after={words.percent}
      {...form.register(name)}
      error={form.errorOf(name)}
    />
  )
}

function LiveSums({ form }: { form: DraftForm }) {
  const words = useWords(invoicingWords)
  const [items, discount_rate, tax_rate, areOptions] = form.watch([
    'items',
    'discount_rate',
    'tax_rate',
    'are_options',
  ])
  // Each option has its own total, and the client pays only one.
  if (areOptions) return null
  const { subtotal, discount, tax, total } = totalsOf({ items, discount_rate, tax_rate })
  const sums: Sum[] = [
    { name: words.subtotal, amount: subtotal },
    ...(discount === '0.00' ? [] : [{ name: words.discount, amount: `-${discount}` }]),
    ...(tax === '0.00' ? [] : [{ name: words.tax, amount: tax }]),
    { name: words.total, amount: total, isMain: true },
  ]
  return <Sums of={sums} />
}

interface ItemsEditorProps {
  readonly control: Control<Draft>
  readonly register: UseFormRegister<Draft>
  readonly errorOf: (
    name: `items.${number}.${'description' | 'quantity' | 'unit_price'}`,
  ) => string | undefined
}

/** The items of a document in its editor, each line with its total. */
function ItemsEditor({ control, register, errorOf }: ItemsEditorProps) {
  const words = useWords(invoicingWords)
  const { required } = useWords(fieldWords)
  const { fields, append, remove } = useFieldArray({ control, name: 'items' })
  const items = useWatch({ control, name: 'items' })
  return (
    <div className={css.items}>
      {fields.map(({ id }, index) => {
        const { quantity = '', unit_price: price = '' } = items[index] ?? {}
        const fault = (text: string) =>
          text !== '' && parseDecimal(text) === undefined ? words.noNumber : undefined
        const numberError = (text: string, name: 'quantity' | 'unit_price') => {
          const error = errorOf(`items.${index}.${name}`)
          return fault(text) ?? (error !== undefined && text === '' ? required : error)
        }
        const line = { quantity: parseDecimal(quantity) ?? '', unitPrice: parseDecimal(price) ?? '' }
        return (
          <fieldset key={id} className={css.item}>
            <legend className="hidden-text">{words.itemLabel(index + 1)}</legend>
            <Textarea
              label={words.item}
              rows={linesOf(items[index]?.description)}
              {...register(`items.${index}.description`)}
              error={errorOf(`items.${index}.description`)}
            />
            <Input
              label={words.quantity}
              inputMode="decimal"
              isNumber
              {...register(`items.${index}.quantity`)}
              error={numberError(quantity, 'quantity')}
            />
            <Input
              label={words.price}
              inputMode="decimal"
              isNumber
              before="R$"
              {...register(`items.${index}.unit_price`)}
              error={numberError(price, 'unit_price')}
            />
            <div className={css.lineTotal}>
              <span className="hidden-text">{words.lineTotal}</span>
              <Amount of={documentTotals([line], '0', '0').total} isStrong />
            </div>
            <Button
              kind="bare"
              icon={trash}
              aria-label={words.removeItem(index + 1)}
              disabled={fields.length === 1}
              onClick={() => remove(index)}
            />
          </fieldset>
        )
      })}
      <div>
        <Button isSmall icon={plus} onClick={() => append(EMPTY_ITEM)}>
          {words.addItem}
        </Button>
      </div>
    </div>
  )
}

const LINES_MAX = 12

/** The number of rows that a text needs. */
function linesOf(text = ''): number {
  return Math.min(LINES_MAX, text.split('\n').length)
}
