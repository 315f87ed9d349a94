// The two buttons of a new document: save as draft, or send after a question.
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { useRead } from '../../api/use-read.ts'
import { useReachability } from '../../api/use-readiness.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { useWords } from '../../words/language.tsx'
import type { DraftForm } from './document-editor.tsx'
import type { Draft } from './draft.ts'
import { invoicingWords } from './words.ts'

export interface DraftOrSendProps {
  readonly form: DraftForm
  readonly send: string
  readonly title: string
  /** What sending does, in the question. */
  readonly text: (draft: Draft) => ReactNode
}

export function DraftOrSend({ form, send, title, text }: DraftOrSendProps) {
  const words = useWords(invoicingWords)
  const { isBusy, setValue, submit } = form
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button type="submit" isBusy={isBusy} onClick={() => setValue('status', 'draft')}>
        {words.saveDraft}
      </Button>
      <Button kind="main" isBusy={isBusy} onClick={() => form.ifFit(() => setAsking(true))}>
        {send}
      </Button>
      {/* A form cannot stand within another one. */}
      {createPortal(
        <Confirm
          title={title}
          verb={send}
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            setValue('status', 'sent')
            void submit()
          }}
        >
          <p>{isAsking && text(form.getValues())}</p>
          {isAsking && <Reached clientId={form.getValues('client_id')} />}
        </Confirm>,
        document.body,
      )}
    </>
  )
}

function Reached({ clientId: id }: { clientId: string }) {
  const words = useWords(invoicingWords)
  const reach = useReachability()
  const { data: client } = useRead('clients.read', { params: { id } })
  return client && <p>{words.reach[reach(client)](client.full_name)}</p>
}
