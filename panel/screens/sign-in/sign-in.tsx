// Sign-in by password, with passkeys, second factors and identity providers if they are offered.
import fingerprint from 'icon:fingerprint-pattern'
import logIn from 'icon:log-in'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useLocation } from '../../api/navigation.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { requestPasskey, supportsPasskeys } from '../../api/passkeys.ts'
import { useRead } from '../../api/use-read.ts'
import { PATHS } from '../../logic/paths.ts'
import { providerName } from '../../logic/provider-name.ts'
import { CurrentPasswordField, EmailField } from '../../parts/account-fields.tsx'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Form } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { failureOf, useAccountErrorText } from '../../parts/use-account-error-text.ts'
import { useApiForm } from '../../parts/use-api-form.ts'
import { accountWords } from '../../words/account.ts'
import { useWords } from '../../words/language.tsx'
import { signInWords } from '../../words/sign-in.ts'
import { SecondStep } from './second-step.tsx'
import css from './sign-in-layout.module.css'
import { SignInLayout } from './sign-in-layout.tsx'
import { useEntry } from './use-entry.ts'

type Factors = ResponseOf<'sessions.create'>['second_factor']
const FACTORS = ['totp', 'passkey', 'recovery_code'] as const

export function Screen() {
  const words = useWords(signInWords)
  const account = useWords(accountWords)
  const { enter, hasEnded } = useEntry()
  const { data: setup } = useRead('setup.read', {})
  // Query parameters that the OIDC callback sets.
  const { erro, fator } = useLocation().search
  const owed = typeof fator === 'string' ? fator.split(',') : []
  const [factors, setFactors] = useState<Factors>(() => FACTORS.filter((one) => owed.includes(one)))
  const answered = ({ session, second_factor: still }: ResponseOf<'sessions.create'>) =>
    session === null ? setFactors(still) : enter()
  if (factors.length > 0)
    return (
      <SignInLayout title={words.secondStep}>
        <SecondStep factors={factors} onEntered={() => enter()} onBack={() => setFactors([])} />
      </SignInLayout>
    )
  const failure =
    typeof erro === 'string'
      ? (failureOf(erro, account) ?? failureOf('identity_refused', account))
      : undefined
  const said = setup?.needed ? words.nobodyYet : hasEnded ? words.ended : undefined
  return (
    <SignInLayout title={words.title} note={failure ?? said} isBad={failure !== undefined}>
      <PasswordForm onResponse={answered} />
      <OtherWays onResponse={answered} />
    </SignInLayout>
  )
}

/** E-mail and password. The error never says which of the two is wrong. */
function PasswordForm({ onResponse }: { onResponse: (response: ResponseOf<'sessions.create'>) => unknown }) {
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

/** The other ways to sign in: passkeys and identity providers. */
function OtherWays({ onResponse }: { onResponse: (response: ResponseOf<'sessions.create'>) => unknown }) {
  const words = useWords(signInWords)
  const { data: ways } = useRead('signIn.ways', {})
  const form = useApiForm({
    values: {},
    errorText: useAccountErrorText(),
    send: async () => {
      const passkey = await requestPasskey('sessions.passkeyOptions')
      await onResponse(await call('sessions.passkey', { body: { passkey } }))
    },
  })
  const hasPasskeys = ways?.passkey === true && supportsPasskeys()
  if (ways === undefined || (!hasPasskeys && ways.providers.length === 0)) return null
  return (
    <div className={css.ways}>
      <p className={css.or}>{words.or}</p>
      {hasPasskeys && (
        <Form onSubmit={form.submit} failure={form.failure}>
          <Button type="submit" icon={fingerprint} isWide isBusy={form.isBusy}>
            {words.passkey}
          </Button>
        </Form>
      )}
      {ways.providers.map(({ name, path }) => (
        <a key={name} href={path} className={buttonClass('plain', false, true)}>
          <Icon of={logIn} size={18} />
          <span>{words.provider(providerName(name))}</span>
        </a>
      ))}
    </div>
  )
}
