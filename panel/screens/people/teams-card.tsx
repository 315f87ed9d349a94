// The user's agencies with the role in each, and a button to leave.
import { useQueryClient } from '@tanstack/react-query'
import type { Answer } from '../../api/operations.ts'
import { go } from '../../api/place.ts'
import { useChange } from '../../api/use-change.ts'
import { useTeam } from '../../api/use-team.ts'
import { wish } from '../../api/wishes.ts'
import { PATHS } from '../../kit/paths.ts'
import { AskFirst } from '../../parts/ask-first.tsx'
import { Card } from '../../parts/card.tsx'
import { toast } from '../../parts/toast.tsx'
import { useAccountFailures } from '../../parts/use-account-failures.ts'
import { frameWords } from '../../words/frame.ts'
import { useWords } from '../../words/language.tsx'
import { AccountLine, AccountLines } from './account-line.tsx'
import { profileWords } from './profile-words.ts'

type Membership = Answer<'profile.read'>['teams'][number]

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
  const says = useAccountFailures()
  const leave = useChange('profile.leaveTeam', {
    refreshes: ['profile'],
    onDone: () => {
      toast({ text: words.left })
      if (current?.id !== id) return
      client.clear()
      wish({ team: undefined })
      void go(PATHS.chooseTeam, { replace: true })
    },
    says,
  })
  return (
    <AskFirst
      verb={words.leave}
      title={words.leaveTitle(name)}
      isSmall
      change={leave}
      asked={{ params: { id } }}
    >
      <p>{words.leaveText}</p>
    </AskFirst>
  )
}
