// Pauses, resumes, edits or ends a recurring invoice.
import pencil from 'icon:pencil'
import { etagOf } from '../../api/etags.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { ButtonLink } from '../../parts/link.tsx'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { recurringWords } from './recurring-words.ts'
import { invoicingWords } from './words.ts'

export function RecurringActions({ of }: { of: ResponseOf<'recurringInvoices.read'> }) {
  const { id, status } = of
  const words = useWords(recurringWords)
  const parts = useWords(partWords)
  const { edit } = useWords(invoicingWords)
  const refreshes = ['recurringInvoices', 'mandates']
  const isActive = status === 'active'
  const turn = useChange('recurringInvoices.update', {
    refreshes,
    onDone: (changed) =>
      changed.status === 'paused'
        ? toast({ text: words.paused, onUndo: () => set('active', changed) })
        : toast({ text: words.resumed }),
  })
  const cancel = useChange('recurringInvoices.cancel', {
    refreshes,
    onDone: () => toast({ text: words.cancelled }),
  })
  const onError = (error: Error) => toast({ kind: 'bad', text: failureText(error, parts).text })
  const params = { id }
  const set = (next: 'active' | 'paused', known: object) =>
    turn.mutate({ params, body: { status: next }, ifMatch: etagOf(known) }, { onError })
  const mayWrite = usePermission('recurringInvoices.write')
  if (!mayWrite || (!isActive && status !== 'paused')) return null
  return (
    <>
      <ConfirmButton
        verb={words.cancel}
        title={words.cancelTitle}
        change={cancel}
        request={{ params, ifMatch: etagOf(of) }}
      >
        <p>{words.cancelText}</p>
      </ConfirmButton>
      <ButtonLink to={PATHS.editRecurringInvoice(id)} icon={pencil}>
        {edit}
      </ButtonLink>
      <Button
        kind={isActive ? 'plain' : 'main'}
        isBusy={turn.isPending}
        onClick={() => set(isActive ? 'paused' : 'active', of)}
      >
        {isActive ? words.pause : words.resume}
      </Button>
    </>
  )
}
