// The three ways to accept an invitation: create an account, confirm with a password, or confirm in an open session.
import logIn from 'icon:log-in'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { providerName } from '../../logic/provider-name.ts'
import { CurrentPasswordField, NameField, NewPasswordField } from '../../parts/account-fields.tsx'
import { Button } from '../../parts/button.tsx'
import { Form } from '../../parts/form.tsx'
import { useAccountErrorText } from '../../parts/use-account-error-text.ts'
import { useApiForm } from '../../parts/use-api-form.ts'
import { useWords } from '../../words/language.tsx'
import { signInWords } from '../../words/sign-in.ts'
import { SecondStep } from './second-step.tsx'
import css from './sign-in-layout.module.css'
import { useEntry } from './use-entry.ts'
import type { useLinkToken } from './use-link-token.ts'

export interface InvitationFormProps {
  readonly invitation: ResponseOf<'invitations.show'>
  readonly token: string
  readonly withToken: ReturnType<typeof useLinkToken>['withToken']
}

export function NewAccount({ token, withToken }: InvitationFormProps) {
  const words = useWords(signInWords)
  const { enter } = useEntry()
  const form = useApiForm({
    values: { name: '', password: '' },
    errorText: useAccountErrorText(),
    send: ({ name = '', password = '' }) =>
      withToken(async () => {
        const { team } = await call('invitations.accept', { body: { token, name, password } })
        await enter(team.id)
      }),
  })
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <NameField {...form.field('name')} />
      <NewPasswordField {...form.field('password')} />
      <Button kind="main" type="submit" isWide isBusy={form.isBusy}>
        {words.join}
      </Button>
    </Form>
  )
}

/** Accepting starts no session, so the same password then signs in. */
export function AcceptByPassword({ invitation: { email }, token, withToken }: InvitationFormProps) {
  const words = useWords(signInWords)
  const { enter } = useEntry()
  const [owed, setOwed] = useState<ResponseOf<'sessions.create'>['second_factor']>([])
  const [joined, setJoined] = useState<string>()
  const form = useApiForm({
    values: { password: '' },
    errorText: useAccountErrorText(),
    send: ({ password = '' }) =>
      withToken(async () => {
        const { team } = await call('invitations.accept', { body: { token, password } })
        setJoined(team.id)
        const { session, second_factor: still } = await call('sessions.create', { body: { email, password } })
        if (session === null) setOwed(still)
        else await enter(team.id)
      }),
  })
  if (owed.length > 0)
    return <SecondStep factors={owed} onEntered={() => enter(joined)} onBack={() => setOwed([])} />
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <CurrentPasswordField {...form.field('password')} />
      <Button kind="main" type="submit" isWide isBusy={form.isBusy}>
        {words.accept}
      </Button>
    </Form>
  )
}

export function AcceptAsSelf({ token, withToken, name }: InvitationFormProps & { name: string }) {
  const words = useWords(signInWords)
  const { enter } = useEntry()
  const form = useApiForm({
    values: {},
    errorText: useAccountErrorText(),
    send: () =>
      withToken(async () => {
        const { team } = await call('profile.joinTeam', { body: { token } })
        await enter(team.id)
      }),
  })
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <Button kind="main" type="submit" isWide isBusy={form.isBusy}>
        {words.acceptAs(name)}
      </Button>
    </Form>
  )
}

type Props = Pick<InvitationFormProps, 'token' | 'withToken'>

/** Identity providers that can accept an invitation, if the installation has any. */
export function InvitationWays(props: Props) {
  const words = useWords(signInWords)
  const { data: ways } = useRead('signIn.ways', {})
  if (ways === undefined || ways.providers.length === 0) return null
  return (
    <div className={css.ways}>
      <p className={css.or}>{words.or}</p>
      {ways.providers.map(({ name }) => (
        <InvitationWay key={name} name={name} {...props} />
      ))}
    </div>
  )
}

function InvitationWay({ name, token, withToken }: Props & { name: string }) {
  const words = useWords(signInWords)
  const form = useApiForm({
    values: {},
    errorText: useAccountErrorText(),
    send: () =>
      withToken(async () => {
        const { to } = await call('invitations.identify', { body: { token, provider: name } })
        location.assign(to)
      }),
  })
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <Button type="submit" icon={logIn} isWide isBusy={form.isBusy}>
        {words.acceptBy(providerName(name))}
      </Button>
    </Form>
  )
}
