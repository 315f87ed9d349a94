// Lets the user choose a team, and shows the remaining ones to a user who was removed from a team.
import chevron from 'icon:chevron-right'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accessErrorOf } from '../../api/api-error.ts'
import { clearDrafts } from '../../api/drafts.ts'
import { navigate } from '../../api/navigation.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { useProfile } from '../../api/use-team.ts'
import { SignOutButton } from '../../frame/sign-out-button.tsx'
import { PATHS } from '../../logic/paths.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { frameWords } from '../../words/frame.ts'
import { useWords } from '../../words/language.tsx'
import { signInWords } from '../../words/sign-in.ts'
import css from './sign-in-layout.module.css'
import { SignInLayout } from './sign-in-layout.tsx'
import { useEntry } from './use-entry.ts'

export function Screen() {
  const words = useWords(signInWords)
  const profile = useProfile()
  const teams = profile.data?.teams
  const left = useLeftTeam(teams)
  const isOut = accessErrorOf(profile.error, 'profile.read') === 'session'
  useEffect(() => {
    if (isOut) void navigate(PATHS.signIn, { replace: true })
  }, [isOut])
  if (isOut) return null
  const hasMany = teams !== undefined && teams.length > 1
  return (
    <SignInLayout
      title={teams?.length === 0 ? words.leftTeams : words.teamsTitle}
      note={left === undefined ? undefined : words.leftTeam(left)}
      {...(hasMany && { lead: words.teamsLead })}
    >
      <Loaded result={profile}>
        {(data) =>
          data.teams.length === 0 ? <NoTeam /> : <Teams of={data.teams} hasLeft={left !== undefined} />
        }
      </Loaded>
      <SignOutButton kind="text" />
    </SignInLayout>
  )
}

type Memberships = ResponseOf<'profile.read'>['teams']

/** The name of the team that was open, if the user no longer belongs to it. */
function useLeftTeam(teams: Memberships | undefined): string | undefined {
  const client = useQueryClient()
  const known = client.getQueriesData<ResponseOf<'team.read'>>({ queryKey: ['team.read'] })
  const gone = known.find(([, team]) => team && !teams?.some(({ id }) => id === team.id))
  return teams === undefined ? undefined : gone?.[1]?.name
}

function Teams({ of: teams, hasLeft }: { of: Memberships; hasLeft: boolean }) {
  const { roles } = useWords(frameWords)
  const { enter } = useEntry()
  // The previous page belongs to the team that was left.
  const choose = (id: string) => void (hasLeft ? enter(id, PATHS.start) : enter(id))
  return (
    <ul className={css.teams}>
      {teams.map(({ id, name, role }) => (
        <li key={id}>
          <button type="button" className={css.team} onClick={() => choose(id)}>
            <span>
              <b>{name}</b>
              <small>{roles[role]}</small>
            </span>
            <Icon of={chevron} size={18} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function NoTeam() {
  const words = useWords(signInWords)
  const { enter } = useEntry()
  // Drafts hold client data of an agency that the user has left.
  useEffect(() => clearDrafts(), [])
  return (
    <EmptyState title={words.noTeamTitle} text={words.noTeam}>
      <Button onClick={() => void enter()}>{words.tryAgain}</Button>
    </EmptyState>
  )
}
