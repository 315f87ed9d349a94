// A new quote: kept as a draft, or sent at once.
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../api/use-change.ts'
import { PATHS } from '../../kit/paths.ts'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { quotesWords } from '../../words/quotes.ts'
import { EMPTY_DRAFT, quoteBody } from './draft.ts'
import { DraftOrSend } from './draft-or-send.tsx'
import { EditorScreen } from './editor-screen.tsx'
import { QuoteForm } from './quote-form.tsx'

export function Screen() {
  const words = useWords(quotesWords)
  const navigate = useNavigate()
  const create = useChange('quotes.create', {
    refreshes: ['quotes'],
    onDone: ({ id }) => {
      toast({ text: words.created })
      void navigate({ to: PATHS.quote(id) })
    },
  })
  return (
    <EditorScreen title={words.newOne} back={{ to: PATHS.quotes, name: words.title }}>
      {(today, inAWeek) => (
        <QuoteForm
          values={{ ...EMPTY_DRAFT, issue_date: today, valid_until: inAWeek }}
          send={(draft) => create.mutateAsync({ body: { ...quoteBody(draft), status: draft.status } })}
          ends={(form) => <DraftOrSend form={form} draft={words.saveDraft} send={words.createSend} />}
        />
      )}
    </EditorScreen>
  )
}
