// Confirms the new e-mail address of an account. It requires a click, because mail scanners open links too.
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { PATHS } from '../../logic/paths.ts'
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
    values: {},
    errorText: useAccountErrorText(),
    send: () => withToken(() => call('profile.confirmEmail', { body: { token } }).then(() => setDone(true))),
  })
  return (
    <SignInLayout title={words.confirmTitle} {...(isGood && !isDone && { lead: words.confirmLead })}>
      {isDone ? (
        <Outcome title={words.emailSet} text={words.emailSetText} to={PATHS.start} way={words.toPanel} />
      ) : isGood ? (
        <Form onSubmit={form.submit} failure={form.failure}>
          <Button kind="main" type="submit" isWide isBusy={form.isBusy}>
            {words.confirmEmail}
          </Button>
        </Form>
      ) : (
        <BadLink text={words.badEmail} to={PATHS.profile} way={words.toPanel} />
      )}
    </SignInLayout>
  )
}
