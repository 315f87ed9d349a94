// Saves the whole pricing, as the API requires, with an undo.
import type { Pricing, PricingInput } from '../../../contract/pricing.ts'
import { etagOf } from '../../api/etags.ts'
import { useChange } from '../../api/use-change.ts'
import { broughtBack } from '../../kit/rule-draft.ts'
import { failureText } from '../../parts/failure-text.ts'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'

export function useSavePricing(pricing: Pricing) {
  const parts = useWords(partWords)
  const update = useChange('pricing.update', { refreshes: ['pricing'] })
  const save = async (body: PricingInput, said: string) => {
    const saved = await update.mutateAsync({ body, ifMatch: etagOf(pricing) })
    const back = { body: broughtBack(pricing, saved), ifMatch: etagOf(saved) }
    toast({ text: said, onUndo: () => void update.mutateAsync(back).catch(tell) })
  }
  const tell = (error: unknown) => toast({ kind: 'bad', text: failureText(error, parts).text })
  return {
    save,
    /** The same for actions without a form: errors appear as a toast. */
    saveOrTell: (body: PricingInput, said: string) => void save(body, said).catch(tell),
    isBusy: update.isPending,
  }
}
