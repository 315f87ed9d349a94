// Saves the whole pricing, as the API requires, with an undo.
import type { Pricing, PricingInput } from '../../../contract/pricing.ts'
import { etagOf } from '../../api/etags.ts'
import { useChange } from '../../api/use-change.ts'
import { restoredInput } from '../../logic/rule-draft.ts'
import { failureText } from '../../parts/failure-text.ts'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'

export function useSavePricing(pricing: Pricing) {
  const parts = useWords(partWords)
  const update = useChange('pricing.update', { refreshes: ['pricing'] })
  const save = async (body: PricingInput, savedText: string) => {
    const saved = await update.mutateAsync({ body, ifMatch: etagOf(pricing) })
    const back = { body: restoredInput(pricing, saved), ifMatch: etagOf(saved) }
    toast({ text: savedText, onUndo: () => void update.mutateAsync(back).catch(showError) })
  }
  const showError = (error: unknown) => toast({ kind: 'bad', text: failureText(error, parts).text })
  return {
    save,
    /** Saves for actions without a form: errors appear as a toast. */
    saveWithToast: (body: PricingInput, savedText: string) => void save(body, savedText).catch(showError),
    isBusy: update.isPending,
  }
}
