// Saves the agency's profile and shows a toast with undo.
import type { TeamChange, TeamProfile } from '../../../contract/team-profile.ts'
import { etagOf } from '../../api/etags.ts'
import { useChange } from '../../api/use-change.ts'
import { failureText } from '../../parts/failure-text.ts'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { agencyWords } from './agency-words.ts'

export function useSaveTeam() {
  const words = useWords(agencyWords)
  const parts = useWords(partWords)
  const update = useChange('team.update', { refreshes: ['team', 'readiness'] })
  const showError = (error: unknown) => toast({ kind: 'bad', text: failureText(error, parts).text })
  /** `before` is the change that undoes it; `shown` receives the profile after an undo. */
  return async (
    change: TeamChange,
    ifMatch: string | undefined,
    before: TeamChange,
    shown?: (profile: TeamProfile) => void,
  ) => {
    const profile = await update.mutateAsync({ body: change, ifMatch })
    const undo = async () => {
      shown?.(await update.mutateAsync({ body: before, ifMatch: etagOf(profile) }))
      toast({ text: words.undone })
    }
    toast({ text: words.saved, onUndo: () => void undo().catch(showError) })
    return profile
  }
}
