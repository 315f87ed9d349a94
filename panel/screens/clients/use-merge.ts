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
  'pricingRules',
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
      merge.mutate(
        { params: { id: remaining.id }, body: { duplicate_id: duplicate.id } },
        {
          onSuccess: () => {
            toast({ text: words.merged(remaining.full_name), onUndo: () => unmerge(duplicate.id) })
            onDone()
          },
        },
      ),
  }
}

export function useUnmerge() {
  const words = useWords(mergeWords)
  const parts = useWords(partWords)
  const change = useChange('clients.unmerge', { refreshes: STALE })
  return {
    isBusy: change.isPending,
    /** Takes the id of the duplicate. */
    unmerge: (id: string) =>
      change.mutate(
        { params: { id } },
        {
          onSuccess: () => toast({ text: words.unmerged }),
          onError: (error) => toast({ kind: 'bad', text: failureText(error, parts).text }),
        },
      ),
  }
}
