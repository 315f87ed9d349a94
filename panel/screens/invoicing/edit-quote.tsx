// Changes a quote until its client has answered.
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { PATHS } from '../../kit/paths.ts'
import { toast } from '../../parts/toast.tsx'
import { useAddressId } from '../../parts/use-address-id.ts'
import { useWords } from '../../words/language.tsx'
import { quotesWords } from '../../words/quotes.ts'
import { EMPTIED_QUOTE, quoteBody } from './draft.ts'
import { draftOfQuote } from './draft-of.ts'
import { EditScreen } from './edit-screen.tsx'
import { QuoteForm } from './quote-form.tsx'
import { SaveOrLeave } from './save-or-leave.tsx'

export function Screen() {
  const words = useWords(quotesWords)
  const navigate = useNavigate()
  const id = useAddressId()
  const to = PATHS.quote(id)
  const result = useRead('quotes.read', { params: { id } })
  const update = useChange('quotes.update', {
    refreshes: ['quotes'],
    onDone: () => {
      toast({ text: words.changed })
      void navigate({ to })
    },
  })
  return (
    <EditScreen
      {...{ title: words.editTitle, result, to, locked: words.lockedText }}
      {...(result.data?.status === 'sent' && { sub: words.editSub })}
      mayChange={({ status }) => status === 'draft' || status === 'sent'}
    >
      {(quote) => (
        <QuoteForm
          values={draftOfQuote(quote)}
          send={(draft) =>
            update.mutateAsync({ params: { id }, body: { ...EMPTIED_QUOTE, ...quoteBody(draft) } })
          }
          ends={(form) => <SaveOrLeave form={form} to={to} />}
        />
      )}
    </EditScreen>
  )
}
