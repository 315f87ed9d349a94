// Merging two clients, and undoing it.
import { useChange } from '../../api/use-change.ts'
import { failureText } from '../../parts/failure-text.ts'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { mergeWords } from './merge-words.ts'

/** All that refers to a client. */
const STALE = [
  'clients',
  'companions',
  'clientNotes',
  'bookings',
  'trips',
  'invoices',
  'quotes',
  'recurringInvoices',
  'mails',
  'pricing',
]

export function useMerge(onDone: () => void) {
  const words = useWords(mergeWords)
  const { unmerge } = useUnmerge()
  const merge = useChange('clients.merge', { refreshes: STALE })
  return {
    isBusy: merge.isPending,
    error: merge.error,
    reset: merge.reset,
    merge: (remaining: { id: string; full_name: string }, duplicate: { id: string }) =>
      void merge.mutateAsync({ params: { id: remaining.id }, body: { duplicate_id: duplicate.id } }).then(
        () => {
          toast({ text: words.merged(remaining.full_name), onUndo: () => unmerge(duplicate.id) })
          onDone()
        },
        () => undefined,
      ),
  }
}

export function useUnmerge() {
  const words = useWords(mergeWords)
  const parts = useWords(partWords)
  const change = useChange('clients.unmerge', {
    refreshes: STALE,
    onDone: () => toast({ text: words.unmerged }),
  })
  return {
    isBusy: change.isPending,
    /** Takes the id of the duplicate. */
    unmerge: (id: string) =>
      void change
        .mutateAsync({ params: { id } })
        .catch((error: unknown) => toast({ kind: 'bad', text: failureText(error, parts).text })),
  }
}
