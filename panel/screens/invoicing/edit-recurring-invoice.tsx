// Edits a recurring invoice; the change applies to future invoices.
import { useChange } from '../../api/use-change.ts'
import { PATHS } from '../../logic/paths.ts'
import { Detail, type DetailOf } from '../../parts/detail.tsx'
import { edited } from '../../parts/use-conflict.ts'
import { useWords } from '../../words/language.tsx'
import { recurringBody } from './draft.ts'
import { draftOfRecurring } from './draft-of.ts'
import { EditScreen, SaveOrLeave, useOpenSaved } from './editor-screens.tsx'
import { RecurringForm } from './recurring-form.tsx'
import { recurringWords } from './recurring-words.ts'

export const Screen = () => <Detail by="recurringInvoices.read" list="recurringInvoices" as={EditRecurring} />

function EditRecurring({ of: recurring }: DetailOf<'recurringInvoices.read'>) {
  const words = useWords(recurringWords)
  const openSaved = useOpenSaved()
  const { id, status } = recurring
  const to = PATHS.recurringInvoice(id)
  const { mutateAsync: change } = useChange('recurringInvoices.update', {
    refreshes: ['recurringInvoices', 'mandates'],
    onDone: () => openSaved(to, words.changed),
  })
  return (
    <EditScreen
      needs="recurringInvoices.write"
      {...{ title: words.editTitle, sub: words.editSub, to, locked: words.lockedText }}
      mayChange={status === 'active' || status === 'paused'}
    >
      <RecurringForm
        values={draftOfRecurring(recurring)}
        draft={`recurring.${id}`}
        edits={edited(recurring, draftOfRecurring)}
        send={(draft, ifMatch) => change({ params: { id }, body: recurringBody(draft), ifMatch })}
        buttons={(form) => <SaveOrLeave form={form} to={to} />}
      />
    </EditScreen>
  )
}
