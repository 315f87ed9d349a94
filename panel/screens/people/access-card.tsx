// The e-mail address and the password of the account.
import emailSchema from 'schema:profile.askEmail'
import passwordSchema from 'schema:profile.update'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { PATHS } from '../../logic/paths.ts'
import { CurrentPasswordField, EmailField, NewPasswordField } from '../../parts/account-fields.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { Form, FormButtons } from '../../parts/form.tsx'
import { Link } from '../../parts/link.tsx'
import { toast } from '../../parts/toast.tsx'
import { useAccountErrorText } from '../../parts/use-account-error-text.ts'
import { useApiForm } from '../../parts/use-api-form.ts'
import { accountWords } from '../../words/account.ts'
import { useWords } from '../../words/language.tsx'
import { AccountLine, AccountLines } from './account-line.tsx'
import { useGuarded } from './own-account.tsx'
import { profileWords } from './profile-words.ts'

export interface AccessCardProps {
  readonly profile: ResponseOf<'profile.read'>
  readonly factors: ResponseOf<'factors.read'>
}

export function AccessCard({ profile, factors }: AccessCardProps) {
  const words = useWords(profileWords)
  const account = useWords(accountWords)
  return (
    <Card title={words.access}>
      <AccountLines>
        <AccountLine name={account.email} value={profile.email}>
          <DialogButton verb={words.emailChange}>{(close) => <EmailForm onDone={close} />}</DialogButton>
        </AccountLine>
        {factors.has_password ? (
          <AccountLine name={account.password} value={words.hasPassword}>
            <DialogButton verb={words.passwordChange}>
              {(close) => <PasswordForm onDone={close} />}
            </DialogButton>
          </AccountLine>
        ) : (
          <AccountLine
            name={account.password}
            value={<Link to={PATHS.forgotPassword}>{words.noPassword}</Link>}
          />
        )}
      </AccountLines>
    </Card>
  )
}

function EmailForm({ onDone }: { onDone: () => void }) {
  const words = useWords(profileWords)
  const ask = useGuarded(useChange('profile.askEmail'))
  const form = useApiForm({
    values: { email: '' },
    schema: emailSchema,
    errorText: useAccountErrorText(),
    send: async ({ email = '' }) => {
      await ask.mutateAsync({ body: { email } })
      toast({ text: words.emailAsked(email) })
      onDone()
    },
  })
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <p>{words.emailText}</p>
      <EmailField label={words.newEmail} autoComplete="email" {...form.field('email')} />
      <FormButtons>
        <Button kind="main" type="submit" isBusy={form.isBusy}>
          {words.sendLink}
        </Button>
      </FormButtons>
    </Form>
  )
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const words = useWords(profileWords)
  const { currentPassword } = useWords(accountWords)
  const change = useChange('profile.update', { refreshes: ['sessions', 'factors'] })
  const form = useApiForm({
    values: { current_password: '', password: '' },
    schema: passwordSchema,
    errorText: useAccountErrorText(),
    send: async (body) => {
      await change.mutateAsync({ body })
      toast({ text: words.passwordChanged })
      onDone()
    },
  })
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <p>{words.passwordText}</p>
      <CurrentPasswordField label={currentPassword} {...form.field('current_password')} />
      <NewPasswordField label={words.newPassword} {...form.field('password')} />
      <FormButtons>
        <Button kind="main" type="submit" isBusy={form.isBusy}>
          {words.passwordChange}
        </Button>
      </FormButtons>
    </Form>
  )
}
