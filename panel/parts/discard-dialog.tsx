// Asks before typed values are discarded. It is rendered inside forms, so it contains no form itself.
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface DiscardDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onDiscard: () => void
}

export function DiscardDialog({ isOpen, onClose, onDiscard }: DiscardDialogProps) {
  const words = useWords(partWords)
  const buttons = (
    <>
      <Button onClick={onClose}>{words.keepEditing}</Button>
      <Button kind="danger" onClick={onDiscard}>
        {words.discard}
      </Button>
    </>
  )
  return (
    <Dialog title={words.discardTitle} isOpen={isOpen} onClose={onClose} buttons={buttons}>
      <p>{words.discardText}</p>
    </Dialog>
  )
}
