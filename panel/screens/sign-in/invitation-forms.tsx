// The three ways to accept an invitation: create an account, confirm with a password, or confirm in an open session.
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { CurrentPasswordField, NameField, NewPasswordField } from '../../parts/account-fields.tsx'
import { Button } from '../../parts/button.tsx'
import { useApiForm } from '../../parts/form.tsx'
import { Form } from '../../parts/form-box.tsx'
import { useAccountErrorText } from '../../parts/use-account-error-text.ts'
import { useWords } from '../../words/language.tsx'
import { signInWords } from '../../words/sign-in.ts'
import { SecondStep } from './second-step.tsx'
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
