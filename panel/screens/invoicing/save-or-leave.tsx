// The buttons of an existing document's editor.
import { useState } from 'react'
import { go } from '../../api/place.ts'
import { Button } from '../../parts/button.tsx'
import { Discard } from '../../parts/discard.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import type { DraftForm } from './document-editor.tsx'

export function SaveOrLeave({ form, to }: { form: DraftForm; to: string }) {
  const words = useWords(partWords)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => (form.draft.isThere() ? setAsking(true) : void go(to))}>{words.cancel}</Button>
      <Button kind="main" type="submit" isBusy={form.isBusy}>
        {words.save}
      </Button>
      <Discard
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onDiscard={() => {
          form.draft.discard()
          void go(to)
        }}
      />
    </>
  )
}
