// Accepts an invitation to a team, with a new or an existing account.
import { useRead } from '../../api/use-read.ts'
import { PATHS } from '../../logic/paths.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { frameWords } from '../../words/frame.ts'
import { useWords } from '../../words/language.tsx'
import { signInWords } from '../../words/sign-in.ts'
import {
  AcceptAsSelf,
  AcceptByPassword,
  type InvitationFormProps,
  InvitationWays,
  NewAccount,
} from './invitation-forms.tsx'
import { BadLink } from './outcome.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import { useLinkToken } from './use-link-token.ts'

export function Screen() {
  const words = useWords(signInWords)
  const { roles } = useWords(frameWords)
  const { token, isGood, withToken } = useLinkToken()
  const shown = useRead('invitations.show', { body: { token } }, { isEnabled: isGood, isStatic: true })
  const { data: invitation, error } = shown
  const isOver = !isGood || (error !== null && 'code' in error && error.code === 'link_not_valid')
  if (isOver)
    return (
      <SignInLayout title={words.invitation}>
        <BadLink text={words.badLinkText} to={PATHS.signIn} way={words.toSignIn} />
      </SignInLayout>
    )
  if (invitation === undefined)
    return (
      <SignInLayout title={words.invitation}>
        {error === null ? <Skeleton lines={4} /> : <ErrorState error={error} />}
      </SignInLayout>
    )
  const { team, role, email } = invitation
  return (
    <SignInLayout title={words.invitation} lead={words.invitedTo(team, roles[role])}>
      <KeyValues rows={[[words.invitedAs, email]]} />
      <InvitationForm invitation={invitation} token={token} withToken={withToken} />
      <InvitationWays token={token} withToken={withToken} />
    </SignInLayout>
  )
}

function InvitationForm(props: InvitationFormProps) {
  const words = useWords(signInWords)
  const { has_account: hasAccount, email } = props.invitation
  // An error is expected here if there is no session.
  const { data: profile, isPending } = useRead('profile.read', {}, { isEnabled: hasAccount })
  if (!hasAccount) return <NewAccount {...props} />
  if (isPending) return <Skeleton lines={2} />
  if (profile?.email.toLowerCase() === email.toLowerCase())
    return <AcceptAsSelf {...props} name={profile.name} />
  return (
    <>
      <p className="quiet">{profile === undefined ? words.haveAccount : words.someoneElse(profile.email)}</p>
      <AcceptByPassword {...props} />
    </>
  )
}
