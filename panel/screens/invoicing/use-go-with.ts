// Opens a saved document and shows a toast with the service's warnings.

import type { ErrorDetail } from '../../../contract/common.ts'
import { go } from '../../api/place.ts'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { invoicingWords } from './words.ts'

export function useGoWith() {
  const ours = new Map(Object.entries(useWords(invoicingWords).unmade))
  return (to: string, said: string, warnings: readonly ErrorDetail[] = []) => {
    const remarks = warnings.map(({ field, issue, user_message: told = issue }) => ours.get(field) ?? told)
    toast({ text: [said, ...remarks].join('. ') })
    void go(to)
  }
}
