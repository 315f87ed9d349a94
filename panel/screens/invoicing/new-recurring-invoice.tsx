// A new recurring invoice.
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../api/use-change.ts'
import { PATHS } from '../../kit/paths.ts'
import { Button } from '../../parts/button.tsx'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { recurringWords } from '../../words/recurring.ts'
import { EMPTY_DRAFT, recurringBody } from './draft.ts'
import { EditorScreen } from './editor-screen.tsx'
import { RecurringForm } from './recurring-form.tsx'

export function Screen() {
  const words = useWords(recurringWords)
  const navigate = useNavigate()
  const create = useChange('recurringInvoices.create', {
    refreshes: ['recurringInvoices'],
    onDone: ({ id }) => {
      toast({ text: words.created })
      void navigate({ to: PATHS.recurringInvoice(id) })
    },
  })
  return (
    <EditorScreen title={words.newOne} back={{ to: PATHS.recurringInvoices, name: words.title }}>
      {(today) => (
        <RecurringForm
          values={{ ...EMPTY_DRAFT, start_date: today }}
          send={(draft) => create.mutateAsync({ body: recurringBody(draft) })}
          ends={({ isBusy }) => (
            <Button kind="main" type="submit" isBusy={isBusy}>
              {words.create}
            </Button>
          )}
        />
      )}
    </EditorScreen>
  )
}
