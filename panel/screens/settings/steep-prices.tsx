// Asks before prices are saved that look like a slip of the hand: a markup above 100 %, a fee above R$ 1.000.
import { type FormEvent, type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { parseDecimal } from '../../logic/document-totals.ts'
import { steepOf } from '../../logic/rule-draft.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { pricingWords } from './pricing-words.ts'

interface AskingForm {
  readonly ifFit: (ask: () => unknown) => void
  readonly submit: () => Promise<void>
  readonly getValues: () => { markup_percent: string; fee_amount: string }
}

/** `onSubmit` for the form, and the question to stand in it. */
export function useSteepQuestion(form: AskingForm): {
  onSubmit: (event: FormEvent) => void
  question: ReactNode
} {
  const words = useWords(pricingWords)
  const { money, number } = useFormats()
  const [isAsking, setAsking] = useState(false)
  const { markup_percent: markup, fee_amount: fee } = form.getValues()
  const steep = steepOf({ markup_percent: markup, fee_amount: fee })
  const percent = Number(parseDecimal(markup))
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    form.ifFit(() =>
      Object.values(steepOf(form.getValues())).some(Boolean) ? setAsking(true) : form.submit(),
    )
  }
  // A form cannot stand within another one.
  const question = createPortal(
    <Confirm
      title={words.steepTitle}
      verb={words.steepSave}
      isOpen={isAsking}
      onClose={() => setAsking(false)}
      onConfirm={() => {
        setAsking(false)
        void form.submit()
      }}
    >
      {steep.markup && <p>{words.steepMarkup(number(percent), money(1_000), money(1_000 + 10 * percent))}</p>}
      {steep.fee && <p>{words.steepFee(money(fee))}</p>}
    </Confirm>,
    document.body,
  )
  return { onSubmit, question }
}
