// A new quote: empty, or with offers that were marked during a search. It is saved as a draft or sent at once.
import { useChange } from '../../api/use-change.ts'
import { useReachability } from '../../api/use-readiness.ts'
import { PATHS } from '../../logic/paths.ts'
import { useQuoteTray } from '../../parts/records/quote-tray.ts'
import { useFilters } from '../../parts/use-filters.ts'
import { useWords } from '../../words/language.tsx'
import { EMPTY_DRAFT, quoteBody } from './draft.ts'
import { DraftOrSend, EditorScreen, useOpenSaved } from './editor-screens.tsx'
import { QuoteForm } from './quote-form.tsx'
import { quotedDraft } from './quoted-draft.ts'
import { quotesWords } from './quotes-words.ts'
import { invoicingWords } from './words.ts'

export function Screen() {
  const words = useWords(quotesWords)
  const { savedToast } = useWords(invoicingWords)
  const openSaved = useOpenSaved()
  const reach = useReachability()
  const tray = useQuoteTray()
  const { offers: kind, client_id } = useFilters(['offers', 'client_id']).filters
  const quoted = kind === '' ? [] : tray.offers
  const begin = (today: string, inAWeek: string) => ({
    ...EMPTY_DRAFT,
    client_id,
    issue_date: today,
    valid_until: inAWeek,
    ...(quoted.length > 0 && quotedDraft(quoted, kind === 'sum', quotesWords.pt)),
  })
  const create = useChange('quotes.create', {
    refreshes: ['quotes'],
    onDone: ({ id, status, client }) => {
      if (quoted.length > 0) tray.clear()
      openSaved(PATHS.quote(id), status === 'sent' ? words.sent[reach(client)] : savedToast)
    },
  })
  return (
    <EditorScreen title={words.newOne} needs="quotes.write" back={{ to: PATHS.quotes, name: words.title }}>
      {(today, inAWeek) => (
        <QuoteForm
          values={begin(today, inAWeek)}
          draft={`quote.new ${client_id} ${quoted.map(({ id }) => id).join()}`}
          send={(draft) => create.mutateAsync({ body: { ...quoteBody(draft), status: draft.status } })}
          buttons={(form) => (
            <DraftOrSend
              form={form}
              send={words.createSend}
              title={words.sendTitle}
              text={() => words.sendText}
            />
          )}
        />
      )}
    </EditorScreen>
  )
}
