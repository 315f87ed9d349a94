// Changes the agency's profile and says so, with a way back where one is given.
import type { TeamChange, TeamProfile } from '../../../contract/team-profile.ts'
import { useChange } from '../../api/use-change.ts'
import { toast } from '../../parts/toast.tsx'
import { agencyWords } from '../../words/agency.ts'
import { useWords } from '../../words/language.tsx'

export function useSaveTeam() {
  const words = useWords(agencyWords)
  const update = useChange('team.update', { refreshes: ['team', 'readiness'] })
  return async (change: TeamChange, onUndo?: () => void): Promise<TeamProfile> => {
    const profile = await update.mutateAsync({ body: change })
    toast({ text: words.saved, ...(onUndo && { onUndo }) })
    return profile
  }
}
