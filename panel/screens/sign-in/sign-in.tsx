// Sign-in by password, with passkeys, second factors and identity providers if they are offered.

import { useState } from 'react'
import { useLocation } from '../../api/navigation.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { failureOf } from '../../parts/use-account-error-text.ts'
import { accountWords } from '../../words/account.ts'
import { useWords } from '../../words/language.tsx'
import { signInWords } from '../../words/sign-in.ts'
import { OtherWays } from './other-ways.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondStep } from './second-step.tsx'
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
