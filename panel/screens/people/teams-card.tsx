// The user's agencies with the role in each, and a button to leave.
import { useQueryClient } from '@tanstack/react-query'
import { navigate } from '../../api/navigation.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { setPreferences } from '../../api/preferences.ts'
import { useChange } from '../../api/use-change.ts'
import { useTeam } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { Card } from '../../parts/card.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { toast } from '../../parts/toast.tsx'
import { useAccountErrorText } from '../../parts/use-account-error-text.ts'
import { frameWords } from '../../words/frame.ts'
import { useWords } from '../../words/language.tsx'
import { AccountLine, AccountLines } from './account-line.tsx'
import { profileWords } from './profile-words.ts'

type Membership = ResponseOf<'profile.read'>['teams'][number]

export function TeamsCard({ teams }: { teams: readonly Membership[] }) {
  const words = useWords(profileWords)
  const { roles } = useWords(frameWords)
  return (
    <Card title={words.teams}>
      <AccountLines>
        {teams.map((team) => (
          <AccountLine key={team.id} name={team.name} value={roles[team.role]}>
            <Leave of={team} />
          </AccountLine>
        ))}
      </AccountLines>
    </Card>
  )
}

function Leave({ of: { id, name } }: { of: Membership }) {
  const words = useWords(profileWords)
  const client = useQueryClient()
  const { data: current } = useTeam()
  const errorText = useAccountErrorText()
  const leave = useChange('profile.leaveTeam', {
    refreshes: ['profile'],
    onDone: () => {
      toast({ text: words.left })
      if (current?.id !== id) return
      client.clear()
      setPreferences({ team: undefined })
      void navigate(PATHS.chooseTeam, { replace: true })
    },
    errorText,
  })
  return (
    <ConfirmButton
      verb={words.leave}
      title={words.leaveTitle(name)}
      isSmall
      change={leave}
      request={{ params: { id } }}
    >
      <p>{words.leaveText}</p>
    </ConfirmButton>
  )
}
