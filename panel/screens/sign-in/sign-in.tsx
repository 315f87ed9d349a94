// The way in by password; passkeys, second steps and companies' own sign-in stand beside it where they are offered.
import { useState } from 'react'
import type { Answer } from '../../api/operations.ts'
import { useWords } from '../../words/language.tsx'
import { signInWords } from '../../words/sign-in.ts'
import { Door } from './door.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondStep } from './second-step.tsx'
import { useEntry } from './use-entry.ts'

export function Screen() {
  const words = useWords(signInWords)
  const { enter, hasEnded } = useEntry()
  const [factors, setFactors] = useState<Answer<'sessions.create'>['second_factor']>([])
  if (factors.length > 0)
    return (
      <Door title={words.secondStep} lead={words.secondStepLead}>
        <SecondStep factors={factors} onEntered={enter} onBack={() => setFactors([])} />
      </Door>
    )
  return (
    <Door title={words.title} note={hasEnded ? words.ended : undefined}>
      <PasswordForm
        onAnswer={({ session, second_factor }) => (session === null ? setFactors(second_factor) : enter())}
      />
    </Door>
  )
}
