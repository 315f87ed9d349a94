// A new recurring invoice.
import { useChange } from '../../api/use-change.ts'
import { PATHS } from '../../logic/paths.ts'
import { Button } from '../../parts/button.tsx'
import { useWords } from '../../words/language.tsx'
import { EMPTY_DRAFT, recurringBody } from './draft.ts'
import { EditorScreen, useOpenSaved } from './editor-screens.tsx'
import { RecurringForm } from './recurring-form.tsx'
import { recurringWords } from './recurring-words.ts'

export function Screen() {
  const words = useWords(recurringWords)
  const openSaved = useOpenSaved()
  const create = useChange('recurringInvoices.create', {
    refreshes: ['recurringInvoices'],
    onDone: ({ id }) => openSaved(PATHS.recurringInvoice(id), words.created),
  })
  return (
    <EditorScreen
      title={words.newOne}
      needs="recurringInvoices.write"
      back={{ to: PATHS.recurringInvoices, name: words.title }}
    >
      {(today, _, payment_methods) => (
        <RecurringForm
          values={{ ...EMPTY_DRAFT, payment_methods, start_date: today }}
          draft="recurring.new"
          send={(draft) => create.mutateAsync({ body: recurringBody(draft) })}
          buttons={({ isBusy }) => (
            <Button kind="main" type="submit" isBusy={isBusy}>
              {words.create}
            </Button>
          )}
        />
      )}
    </EditorScreen>
  )
}
