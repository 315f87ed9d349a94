// Money that a bank received for a recharge and that awaits review: the amount and the next step.
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import css from './wallet.module.css'
import { walletWords } from './words.ts'

export function HeldNote({ amount }: { amount: string | undefined }) {
  const words = useWords(walletWords)
  const formats = useFormats()
  if (amount === undefined) return null
  return (
    <p className={css.short} role="status">
      <strong>{words.heldTitle(formats.money(amount))}</strong> {words.heldNext}
    </p>
  )
}
