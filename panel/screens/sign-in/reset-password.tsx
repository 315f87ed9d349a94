// Sets a new password with the link of a reset mail, then asks the user to sign in.
import schema from 'schema:passwordResets.complete'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { PATHS } from '../../logic/paths.ts'
import { NewPasswordField } from '../../parts/account-fields.tsx'
import { Button } from '../../parts/button.tsx'
import { Form } from '../../parts/form.tsx'
import { useAccountErrorText } from '../../parts/use-account-error-text.ts'
import { useApiForm } from '../../parts/use-api-form.ts'
import { useWords } from '../../words/language.tsx'
import { signInWords } from '../../words/sign-in.ts'
import { BadLink, Outcome } from './outcome.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import { useLinkToken } from './use-link-token.ts'

export function Screen() {
  const words = useWords(signInWords)
  const { token, isGood, withToken } = useLinkToken()
  const [isDone, setDone] = useState(false)
  const form = useApiForm({
    values: { token, password: '' },
    schema,
    errorText: useAccountErrorText(),
    send: (body) => withToken(() => call('passwordResets.complete', { body }).then(() => setDone(true))),
  })
  if (!isGood)
    return (
      <SignInLayout title={words.newTitle}>
        <BadLink text={words.badReset} to={PATHS.forgotPassword} way={words.askNew} />
      </SignInLayout>
    )
  if (isDone)
    return (
      <SignInLayout title={words.newTitle}>
        <Outcome title={words.passwordSet} text={words.passwordSetText} to={PATHS.signIn} way={words.enter} />
      </SignInLayout>
    )
  return (
    <SignInLayout title={words.newTitle} lead={words.newLead}>
      <Form onSubmit={form.submit} failure={form.failure}>
        <NewPasswordField {...form.field('password')} />
        <Button kind="main" type="submit" isWide isBusy={form.isBusy}>
          {words.setPassword}
        </Button>
      </Form>
    </SignInLayout>
  )
}
