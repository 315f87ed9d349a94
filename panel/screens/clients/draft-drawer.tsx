// A drawer with a form that keeps a draft; it asks before input is lost.
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { Dialog } from '../../parts/dialog.tsx'
import { DiscardDialog } from '../../parts/discard-dialog.tsx'
import type { FormDraft } from '../../parts/use-draft.ts'

interface DraftDrawerProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Renders the form, which puts its draft into `draft` and calls `leave` from its cancel button. */
  readonly children: (draft: RefObject<FormDraft | null>, leave: () => void) => ReactNode
}

export function DraftDrawer({ title, isOpen, onClose, children }: DraftDrawerProps) {
  const draft = useRef<FormDraft | null>(null)
  const [isAsking, setAsking] = useState(false)
  const mayClose = () => {
    const isSafe = draft.current?.hasChanges() !== true
    if (!isSafe) setAsking(true)
    return isSafe
  }
  return (
    <Dialog title={title} kind="drawer" isOpen={isOpen} onClose={onClose} mayClose={mayClose}>
      {children(draft, () => mayClose() && onClose())}
      <DiscardDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onDiscard={() => {
          draft.current?.discard()
          setAsking(false)
          onClose()
        }}
      />
    </Dialog>
  )
}
