// Changes what a recurring invoice makes from now on.
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { PATHS } from '../../kit/paths.ts'
import { toast } from '../../parts/toast.tsx'
import { useAddressId } from '../../parts/use-address-id.ts'
import { useWords } from '../../words/language.tsx'
import { recurringWords } from '../../words/recurring.ts'
import { EMPTIED_RECURRING, recurringBody } from './draft.ts'
import { draftOfRecurring } from './draft-of.ts'
import { EditScreen } from './edit-screen.tsx'
import { RecurringForm } from './recurring-form.tsx'
import { SaveOrLeave } from './save-or-leave.tsx'

export function Screen() {
  const words = useWords(recurringWords)
  const navigate = useNavigate()
  const id = useAddressId()
  const to = PATHS.recurringInvoice(id)
  const result = useRead('recurringInvoices.read', { params: { id } })
  const { mutateAsync } = useChange('recurringInvoices.update', {
    refreshes: ['recurringInvoices'],
    onDone: () => {
      toast({ text: words.changed })
      void navigate({ to })
    },
  })
  return (
    <EditScreen
      {...{ title: words.editTitle, sub: words.editSub, result, to, locked: words.lockedText }}
      mayChange={({ status }) => status === 'active' || status === 'paused'}
    >
      {(recurring) => (
        <RecurringForm
          values={draftOfRecurring(recurring)}
          send={(draft) =>
            mutateAsync({ params: { id }, body: { ...EMPTIED_RECURRING, ...recurringBody(draft) } })
          }
          ends={(form) => <SaveOrLeave form={form} to={to} />}
        />
      )}
    </EditScreen>
  )
}
