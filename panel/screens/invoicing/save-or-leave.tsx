// The end of an editor of a document that is there already.
import { Button } from '../../parts/button.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import type { DraftForm } from './document-editor.tsx'

export function SaveOrLeave({ form, to }: { form: DraftForm; to: string }) {
  const words = useWords(partWords)
  return (
    <>
      <ButtonLink to={to}>{words.cancel}</ButtonLink>
      <Button kind="main" type="submit" isBusy={form.isBusy}>
        {words.save}
      </Button>
    </>
  )
}
