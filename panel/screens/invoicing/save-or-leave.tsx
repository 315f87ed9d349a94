// The buttons of an existing document's editor.
import { useState } from 'react'
import { navigate } from '../../api/navigation.ts'
import { Button } from '../../parts/button.tsx'
import { DiscardDialog } from '../../parts/discard-dialog.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import type { DraftForm } from './document-editor.tsx'

export function SaveOrLeave({ form, to }: { form: DraftForm; to: string }) {
  const words = useWords(partWords)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => (form.draft.hasChanges() ? setAsking(true) : void navigate(to))}>
        {words.cancel}
      </Button>
      <Button kind="main" type="submit" isBusy={form.isBusy}>
        {words.save}
      </Button>
      <DiscardDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onDiscard={() => {
          form.draft.discard()
          void navigate(to)
        }}
      />
    </>
  )
}
