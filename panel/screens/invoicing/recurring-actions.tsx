// Pauses a recurring invoice, lets it go on, or ends it.
import type { Answer } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useMay } from '../../api/use-team.ts'
import { AskFirst } from '../../parts/ask-first.tsx'
import { Button } from '../../parts/button.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { recurringWords } from '../../words/recurring.ts'

export function RecurringActions({ of: { id, status } }: { of: Answer<'recurringInvoices.read'> }) {
  const words = useWords(recurringWords)
  const parts = useWords(partWords)
  const refreshes = ['recurringInvoices']
  const isActive = status === 'active'
  const turn = useChange('recurringInvoices.update', {
    refreshes,
    onDone: (answer) => toast({ text: answer.status === 'paused' ? words.paused : words.resumed }),
  })
  const cancel = useChange('recurringInvoices.cancel', {
    refreshes,
    onDone: () => toast({ text: words.cancelled }),
  })
  const onError = (error: Error) => toast({ kind: 'bad', text: failureText(error, parts).text })
  const params = { id }
  const mayWrite = useMay('recurringInvoices.write')
  if (!mayWrite || (!isActive && status !== 'paused')) return null
  return (
    <>
      <AskFirst verb={words.cancel} title={words.cancelTitle} change={cancel} asked={{ params }}>
        <p>{words.cancelText}</p>
      </AskFirst>
      <Button
        kind={isActive ? 'plain' : 'main'}
        isBusy={turn.isPending}
        onClick={() => turn.mutate({ params, body: { status: isActive ? 'paused' : 'active' } }, { onError })}
      >
        {isActive ? words.pause : words.resume}
      </Button>
    </>
  )
}
