// Identity providers that can accept an invitation, if the installation has any.
import logIn from 'icon:log-in'
import { call } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { providerName } from '../../kit/provider-name.ts'
import { Button } from '../../parts/button.tsx'
import { useApiForm } from '../../parts/form.tsx'
import { Form } from '../../parts/form-box.tsx'
import { useAccountErrorText } from '../../parts/use-account-error-text.ts'
import { useWords } from '../../words/language.tsx'
import { signInWords } from '../../words/sign-in.ts'
import type { InvitationFormProps } from './invitation-forms.tsx'
import css from './sign-in-layout.module.css'

type Props = Pick<InvitationFormProps, 'token' | 'withToken'>

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
