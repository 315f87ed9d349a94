// The dialog with the user's settings.
import { Dialog } from '../parts/dialog.tsx'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'
import { PersonChoices } from './person-choices.tsx'

export function PersonDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const words = useWords(frameWords)
  return (
    <Dialog title={words.account} isOpen={isOpen} onClose={onClose}>
      <PersonChoices />
    </Dialog>
  )
}
