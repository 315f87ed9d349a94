// E-mail and password. The error never says which of the two is wrong.
import { call } from '../../api/call.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { PATHS } from '../../kit/paths.ts'
import { CurrentPasswordField, EmailField } from '../../parts/account-fields.tsx'
import { Button } from '../../parts/button.tsx'
import { useApiForm } from '../../parts/form.tsx'
import { Form } from '../../parts/form-box.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { useAccountErrorText } from '../../parts/use-account-error-text.ts'
import { useWords } from '../../words/language.tsx'
import { signInWords } from '../../words/sign-in.ts'

export function PasswordForm({
  onResponse,
}: {
  onResponse: (response: ResponseOf<'sessions.create'>) => unknown
}) {
  const words = useWords(signInWords)
  const form = useApiForm({
    values: { email: '', password: '' },
    errorText: useAccountErrorText(),
    send: async ({ email = '', password = '' }) =>
      onResponse(await call('sessions.create', { body: { email, password } })),
  })
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <EmailField {...form.field('email')} />
      <CurrentPasswordField {...form.field('password')} />
      <Button kind="main" type="submit" isWide isBusy={form.isBusy}>
        {words.enter}
      </Button>
      <ButtonLink to={PATHS.forgotPassword} kind="text">
        {words.forgot}
      </ButtonLink>
    </Form>
  )
}
