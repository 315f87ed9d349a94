// The items of a document in its editor, each line with its total.
import plus from 'icon:plus'
import trash from 'icon:trash-2'
import { type Control, type UseFormRegister, useFieldArray, useWatch } from 'react-hook-form'
import { documentTotals, parseDecimal } from '../../kit/document-totals.ts'
import { Amount } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { Input } from '../../parts/input.tsx'
import { Textarea } from '../../parts/textarea.tsx'
import { fieldWords } from '../../words/fields.ts'
import { useWords } from '../../words/language.tsx'
import type { Draft } from './draft.ts'
import { EMPTY_ITEM } from './draft.ts'
import css from './invoicing.module.css'
import { invoicingWords } from './words.ts'

export interface ItemsEditorProps {
  readonly control: Control<Draft>
  readonly register: UseFormRegister<Draft>
  readonly errorOf: (
    name: `items.${number}.${'description' | 'quantity' | 'unit_price'}`,
  ) => string | undefined
}

export function ItemsEditor({ control, register, errorOf }: ItemsEditorProps) {
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
export function linesOf(text = ''): number {
  return Math.min(LINES_MAX, text.split('\n').length)
}
