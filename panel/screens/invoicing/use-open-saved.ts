// Opens a saved document and shows a toast with the service's warnings.

import type { ErrorDetail } from '../../../contract/common.ts'
import { navigate } from '../../api/navigation.ts'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { methodWords } from '../../words/methods.ts'

export function useOpenSaved() {
  const ownTexts = new Map<string, string>(Object.entries(useWords(methodWords).unmade))
  return (to: string, savedText: string, warnings: readonly ErrorDetail[] = []) => {
    const texts = warnings.map(
      ({ field, issue, user_message: message = issue }) => ownTexts.get(field) ?? message,
    )
    toast({ text: [savedText, ...texts].join('. ') })
    void navigate(to)
  }
}
