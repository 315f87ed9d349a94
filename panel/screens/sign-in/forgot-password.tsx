// Requests a password reset link. The response is the same for every address.
import schema from 'schema:passwordResets.create'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { PATHS } from '../../logic/paths.ts'
import { EmailField } from '../../parts/account-fields.tsx'
import { Button } from '../../parts/button.tsx'
import { Form } from '../../parts/form.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { useAccountErrorText } from '../../parts/use-account-error-text.ts'
import { useApiForm } from '../../parts/use-api-form.ts'
import { useWords } from '../../words/language.tsx'
import { signInWords } from '../../words/sign-in.ts'
import { Outcome } from './outcome.tsx'
import { SignInLayout } from './sign-in-layout.tsx'

export function Screen() {
  const words = useWords(signInWords)
  const [sent, setSent] = useState<{ mail_works: boolean } | null>(null)
  const form = useApiForm({
    values: { email: '' },
    schema,
    errorText: useAccountErrorText(),
    send: ({ email = '' }) => call('passwordResets.create', { body: { email: email.trim() } }).then(setSent),
  })
  if (sent !== null)
    return (
      <SignInLayout title={words.forgotTitle}>
        <Outcome
          title={sent.mail_works ? words.linkSent : words.noMail}
          text={sent.mail_works ? words.linkSentText : words.noMailText}
          to={PATHS.signIn}
          way={words.toSignIn}
        />
      </SignInLayout>
    )
  return (
    <SignInLayout title={words.forgotTitle} lead={words.forgotLead}>
      <Form onSubmit={form.submit} failure={form.failure}>
        <EmailField {...form.field('email')} />
        <Button kind="main" type="submit" isWide isBusy={form.isBusy}>
          {words.sendLink}
        </Button>
        <ButtonLink to={PATHS.signIn} kind="text">
          {words.toSignIn}
        </ButtonLink>
      </Form>
    </SignInLayout>
  )
}
