// The first owner of an installation: whoever has the link that the first start showed makes their account here.
import schema from 'schema:setup.create'
import { call } from '../../api/call.ts'
import { PATHS } from '../../kit/paths.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useApiForm } from '../../parts/form.tsx'
import { Form } from '../../parts/form-box.tsx'
import { Input } from '../../parts/input.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { LOCALES, useLanguage, useWords } from '../../words/language.tsx'
import { signInWords } from '../../words/sign-in.ts'
import { Door } from './door.tsx'
import { useEntry } from './use-entry.ts'

export function Screen() {
  const words = useWords(signInWords)
  // Behind #, so that it is in no log.
  const token = location.hash.slice(1)
  return (
    <Door title={words.firstTitle} lead={words.firstLead}>
      {token === '' ? (
        <EmptyState title={words.badLink} text={words.badLinkText}>
          <ButtonLink to={PATHS.signIn}>{words.toSignIn}</ButtonLink>
        </EmptyState>
      ) : (
        <OwnerForm token={token} />
      )}
    </Door>
  )
}

function OwnerForm({ token }: { token: string }) {
  const words = useWords(signInWords)
  const language = LOCALES[useLanguage()]
  const { enter } = useEntry()
  const form = useApiForm({
    values: { token, language, name: '', email: '', password: '' },
    schema,
    send: async (body) => {
      await call('setup.create', { body })
      enter()
    },
  })
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <Input label={words.name} autoComplete="name" {...form.register('name')} error={form.errorOf('name')} />
      <Input
        label={words.email}
        type="email"
        autoComplete="username"
        {...form.register('email')}
        error={form.errorOf('email')}
      />
      <PasswordField
        label={words.newPassword}
        hint={words.passwordHint}
        autoComplete="new-password"
        {...form.register('password')}
        error={form.errorOf('password')}
      />
      <Button kind="main" type="submit" isWide isBusy={form.isBusy}>
        {words.create}
      </Button>
    </Form>
  )
}
