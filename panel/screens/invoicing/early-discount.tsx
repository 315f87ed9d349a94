// The fields of a discount for early payment: a percentage or an amount, until a day or some days before the due date.
import type { ReactNode } from 'react'
import { Input } from '../../parts/input.tsx'
import { Select } from '../../parts/select.tsx'
import { useWords } from '../../words/language.tsx'
import type { DraftForm } from './document-editor.tsx'
import { invoicingWords } from './words.ts'

const CHOICES = ['none', 'percent', 'amount'] as const

export function EarlyDiscount({
  form,
  isNew,
  children,
}: {
  form: DraftForm
  /** The agency's default is for new documents. */
  isNew: boolean
  /** Until when. */
  children: ReactNode
}) {
  const words = useWords(invoicingWords)
  const { register, errorOf, watch } = form
  const choice = watch('early_payment.choice')
  const hasDiscount = choice === 'percent' || choice === 'amount'
  const field = choice === 'percent' ? 'early_payment.discount_percent' : 'early_payment.discount_amount'
  return (
    <>
      <Select
        label={words.early}
        hint={words.earlyHint}
        choices={CHOICES.map((value) => ({ value, label: words.earlyChoices[value] }))}
        {...(isNew && { none: words.earlyDefault })}
        {...register('early_payment.choice')}
        error={errorOf('early_payment')}
      />
      {hasDiscount && (
        <>
          <Input
            key={field}
            label={words.earlyChoices[choice]}
            isNumber
            inputMode="decimal"
            {...(choice === 'percent' && { after: words.percent })}
            {...register(field)}
            error={errorOf(field)}
          />
          {children}
        </>
      )}
    </>
  )
}
