// Edits a quote until its client has responded.
import { useChange } from '../../api/use-change.ts'
import { PATHS } from '../../logic/paths.ts'
import { Detail, type DetailOf } from '../../parts/detail.tsx'
import { edited } from '../../parts/use-conflict.ts'
import { useWords } from '../../words/language.tsx'
import { type Draft, quoteBody } from './draft.ts'
import { draftOfQuote } from './draft-of.ts'
import { EditScreen, SaveOrLeave, useOpenSaved } from './editor-screens.tsx'
import { QuoteForm } from './quote-form.tsx'
import { quotesWords } from './quotes-words.ts'

export const Screen = () => <Detail by="quotes.read" list="quotes" as={EditQuote} />

function EditQuote({ of: quote }: DetailOf<'quotes.read'>) {
  const { id, status, options } = quote
  const words = useWords(quotesWords)
  const openSaved = useOpenSaved()
  const to = PATHS.quote(id)
  const update = useChange('quotes.update', {
    refreshes: ['quotes'],
    onDone: () => openSaved(to, words.changed),
  })
  const save = (draft: Draft, ifMatch: string | undefined) =>
    update.mutateAsync({ params: { id }, body: quoteBody(draft), ifMatch })
  const isSent = status === 'sent'
  // Options with several items come from an integration; this form would flatten them.
  const isFlat = options.every(({ items }) => items.length === 1)
  return (
    <EditScreen
      needs="quotes.write"
      title={words.editTitle}
      sub={isSent ? words.editSub : undefined}
      to={to}
      mayChange={(status === 'draft' || isSent) && isFlat}
      locked={isFlat ? words.lockedText : words.lockedOptions}
    >
      <QuoteForm
        values={draftOfQuote(quote)}
        draft={`quote.${id}`}
        edits={edited(quote, draftOfQuote)}
        send={save}
        buttons={(form) => <SaveOrLeave form={form} to={to} />}
      />
    </EditScreen>
  )
}
