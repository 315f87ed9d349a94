// Sign-in by password, with passkeys, second factors and identity providers if they are offered.

import { useState } from 'react'
import type { Answer } from '../../api/operations.ts'
import { usePlace } from '../../api/place.ts'
import { useRead } from '../../api/use-read.ts'
import { failureOf } from '../../parts/use-account-failures.ts'
import { accountWords } from '../../words/account.ts'
import { useWords } from '../../words/language.tsx'
import { signInWords } from '../../words/sign-in.ts'
import { Door } from './door.tsx'
import { OtherWays } from './other-ways.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondStep } from './second-step.tsx'
import { useEntry } from './use-entry.ts'

type Factors = Answer<'sessions.create'>['second_factor']
const FACTORS = ['totp', 'passkey', 'recovery_code'] as const

export function Screen() {
  const words = useWords(signInWords)
  const account = useWords(accountWords)
  const { enter, hasEnded } = useEntry()
  const { data: setup } = useRead('setup.read', {})
  // Query parameters that the OIDC callback sets.
  const { erro, fator } = usePlace().search
  const owed = typeof fator === 'string' ? fator.split(',') : []
  const [factors, setFactors] = useState<Factors>(() => FACTORS.filter((one) => owed.includes(one)))
  const answered = ({ session, second_factor: still }: Answer<'sessions.create'>) =>
    session === null ? setFactors(still) : enter()
  if (factors.length > 0)
    return (
      <Door title={words.secondStep}>
        <SecondStep factors={factors} onEntered={() => enter()} onBack={() => setFactors([])} />
      </Door>
    )
  const failure =
    typeof erro === 'string' ? (failureOf(erro, account) ?? account.failures.identity_refused) : undefined
  const said = setup?.needed ? words.nobodyYet : hasEnded ? words.ended : undefined
  return (
    <Door title={words.title} note={failure ?? said} isBad={failure !== undefined}>
      <PasswordForm onAnswer={answered} />
      <OtherWays onAnswer={answered} />
    </Door>
  )
}
