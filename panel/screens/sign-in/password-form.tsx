// E-mail and password. What is wrong with them is not told, only that something is.
import mail from 'icon:mail'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import type { Answer } from '../../api/operations.ts'
import { PATHS } from '../../kit/paths.ts'
import { Button } from '../../parts/button.tsx'
import { useApiForm } from '../../parts/form.tsx'
import { Form } from '../../parts/form-box.tsx'
import { Input } from '../../parts/input.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { useWords } from '../../words/language.tsx'
import { signInWords } from '../../words/sign-in.ts'

export function PasswordForm({ onAnswer }: { onAnswer: (answer: Answer<'sessions.create'>) => void }) {
  const words = useWords(signInWords)
  const form = useApiForm({
    values: { email: '', password: '' },
    send: async ({ email = '', password = '' }) => {
      try {
        onAnswer(await call('sessions.create', { body: { email, password } }))
      } catch (error) {
        throw inOurWords(error, words)
      }
    },
  })
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <Input
        label={words.email}
        type="email"
        autoComplete="username"
        icon={mail}
        {...form.register('email')}
        error={form.errorOf('email')}
      />
      <PasswordField
        label={words.password}
        autoComplete="current-password"
        {...form.register('password')}
        error={form.errorOf('password')}
      />
      <Button kind="main" type="submit" isWide isBusy={form.isBusy}>
        {words.enter}
      </Button>
      <ButtonLink to={PATHS.resetPassword} kind="text">
        {words.forgot}
      </ButtonLink>
    </Form>
  )
}

function inOurWords(error: unknown, words: (typeof signInWords)['pt']): unknown {
  if (!(error instanceof ApiError)) return error
  if (error.code === 'sign_in_failed') return new ApiError(400, { message: words.wrong })
  return error.code === 'too_many_attempts' ? new ApiError(400, { message: words.tooMany }) : error
}
