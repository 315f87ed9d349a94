// Creates the account of the installation's first owner, with the link that the first start printed.
import schema from 'schema:setup.create'
import { call } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { PATHS } from '../../logic/paths.ts'
import { EmailField, NameField, NewPasswordField } from '../../parts/account-fields.tsx'
import { Button } from '../../parts/button.tsx'
import { Form } from '../../parts/form.tsx'
import { Input } from '../../parts/input.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useAccountErrorText } from '../../parts/use-account-error-text.ts'
import { useApiForm } from '../../parts/use-api-form.ts'
import { LOCALES } from '../../words/chosen-language.ts'
import { useLanguage, useWords } from '../../words/language.tsx'
import { signInWords } from '../../words/sign-in.ts'
import { BadLink } from './outcome.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import { useEntry } from './use-entry.ts'
import { useLinkToken } from './use-link-token.ts'

export function Screen() {
  const words = useWords(signInWords)
  const { token, isGood, withToken } = useLinkToken()
  const { data: setup, isPending } = useRead('setup.read', {})
  if (!isGood || setup?.needed === false)
    return (
      <SignInLayout title={words.firstTitle}>
        <BadLink text={words.badSetup} to={PATHS.signIn} way={words.toSignIn} />
      </SignInLayout>
    )
  return (
    <SignInLayout title={words.firstTitle} lead={words.firstLead}>
      {isPending ? (
        <Skeleton lines={4} />
      ) : (
        <FirstOwner token={token} withToken={withToken} agency={setup?.team_name ?? ''} />
      )}
    </SignInLayout>
  )
}

type FirstOwnerProps = Pick<ReturnType<typeof useLinkToken>, 'token' | 'withToken'> & {
  readonly agency: string
}

function FirstOwner({ token, withToken, agency }: FirstOwnerProps) {
  const words = useWords(signInWords)
  const language = LOCALES[useLanguage()]
  const { enter } = useEntry()
  const form = useApiForm({
    values: { token, team_name: agency, name: '', email: '', password: '' },
    schema,
    errorText: useAccountErrorText(),
    send: (body) =>
      withToken(() => call('setup.create', { body: { ...body, language } }).then(() => enter())),
  })
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <Input label={words.agencyName} autoComplete="organization" {...form.field('team_name')} />
      <NameField {...form.field('name')} />
      <EmailField {...form.field('email')} />
      <NewPasswordField {...form.field('password')} />
      <Button kind="main" type="submit" isWide isBusy={form.isBusy}>
        {words.create}
      </Button>
    </Form>
  )
}
