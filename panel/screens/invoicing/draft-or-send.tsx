// The two buttons of a new document: save as draft, or send at once.
import { Button } from '../../parts/button.tsx'
import type { DraftForm } from './document-editor.tsx'

export interface DraftOrSendProps {
  readonly form: DraftForm
  readonly draft: string
  readonly send: string
}

export function DraftOrSend({ form, draft, send }: DraftOrSendProps) {
  const { isBusy, setValue } = form
  return (
    <>
      <Button type="submit" isBusy={isBusy} onClick={() => setValue('status', 'draft')}>
        {draft}
      </Button>
      <Button kind="main" type="submit" isBusy={isBusy} onClick={() => setValue('status', 'sent')}>
        {send}
      </Button>
    </>
  )
}
