// The screens of a document's editor, new or existing: title, permission, buttons, and what happens after saving.
import lock from 'icon:lock'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import type { ErrorDetail } from '../../../contract/common.ts'
import type { PaymentMethod } from '../../../contract/payment-methods.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { navigate } from '../../api/navigation.ts'
import { useRead } from '../../api/use-read.ts'
import { useReachability } from '../../api/use-readiness.ts'
import { useNow } from '../../api/use-team.ts'
import { Allowed } from '../../parts/allowed.tsx'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { DiscardDialog } from '../../parts/discard-dialog.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { methodWords } from '../../words/methods.ts'
import { partWords } from '../../words/parts.ts'
import type { DraftForm } from './document-editor.tsx'
import type { Draft } from './draft.ts'
import { invoicingWords } from './words.ts'

export interface EditorScreenProps {
  readonly title: string
  /** Users without this permission see an error. */
  readonly needs: Permission
  readonly back: { readonly to: string; readonly name: string }
  /** `inAWeek` is seven days after today; `methods` are those of the team's settings. */
  readonly children: (today: string, inAWeek: string, methods: PaymentMethod[]) => ReactNode
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000

/** The screen of a new document's editor. In test mode the first day comes from the test clock. */
export function EditorScreen({ title, needs, back, children }: EditorScreenProps) {
  const formats = useFormats()
  const now = useNow()
  const { data: team, isLoading } = useRead('team.profile', {})
  return (
    <>
      <PageHead title={title} back={back} />
      <Allowed to={needs}>
        {now === undefined || isLoading ? (
          <Skeleton lines={6} />
        ) : (
          children(
            formats.isoDay(now),
            formats.isoDay(new Date(now.getTime() + WEEK_MS)),
            team?.payment_methods ?? ['pix'],
          )
        )}
      </Allowed>
    </>
  )
}

interface EditScreenProps {
  readonly title: string
  /** The part that cannot be changed. */
  readonly sub?: string | undefined
  readonly needs: Permission
  /** The path of the document. */
  readonly to: string
  readonly mayChange: boolean
  /** The reason why it cannot be edited. */
  readonly locked: string
  readonly children: ReactNode
}

/** The screen of an existing document's editor. If the document is locked, the screen says so. */
export function EditScreen({ title, sub, needs, to, mayChange, locked, children }: EditScreenProps) {
  const words = useWords(invoicingWords)
  return (
    <>
      <PageHead title={title} sub={mayChange ? sub : undefined} back={{ to, name: words.backTo }} />
      {mayChange ? (
        <Allowed to={needs}>{children}</Allowed>
      ) : (
        <EmptyState title={words.locked} text={locked} icon={lock}>
          <ButtonLink to={to}>{words.backTo}</ButtonLink>
        </EmptyState>
      )}
    </>
  )
}

/** The buttons of an existing document's editor. */
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

interface DraftOrSendProps {
  readonly form: DraftForm
  readonly send: string
  readonly title: string
  /** What sending does, in the question. */
  readonly text: (draft: Draft) => ReactNode
}

/** The two buttons of a new document: save as draft, or send after a question. */
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

/** Opens a saved document and shows a toast with the service's warnings. */
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
