// The second step of a sign-in: a code of the authenticator app, a recovery code, or a passkey.
import fingerprint from 'icon:fingerprint-pattern'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { RequestOf, ResponseOf } from '../../api/operations.ts'
import { requestPasskey } from '../../api/passkeys.ts'
import { CodeField } from '../../parts/account-fields.tsx'
import { Button } from '../../parts/button.tsx'
import { Form } from '../../parts/form.tsx'
import { useAccountErrorText } from '../../parts/use-account-error-text.ts'
import { useApiForm } from '../../parts/use-api-form.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { signInWords } from '../../words/sign-in.ts'

type Factors = ResponseOf<'sessions.create'>['second_factor']
type Factor = Factors[number]

export interface SecondStepProps {
  readonly factors: Factors
  readonly onEntered: () => Promise<unknown>
  readonly onBack: () => void
}

export function SecondStep({ factors, onEntered, onBack }: SecondStepProps) {
  const words = useWords(signInWords)
  const parts = useWords(partWords)
  const [way, setWay] = useState<Factor>(factors[0] ?? 'totp')
  const form = useApiForm({
    values: { code: '' },
    errorText: useAccountErrorText(),
    send: async ({ code = '' }) => {
      await call('sessions.secondFactor', { body: await proofOf(way, code.trim()) })
      await onEntered()
    },
  })
  const choose = (other: Factor) => {
    form.reset()
    setWay(other)
  }
  return (
    <>
      <p className="quiet">{words.secondSteps[way]}</p>
      <Form onSubmit={form.submit} failure={form.failure}>
        {way !== 'passkey' && (
          <CodeField autoFocus key={way} isRecovery={way === 'recovery_code'} {...form.field('code')} />
        )}
        <Button
          kind="main"
          type="submit"
          icon={way === 'passkey' ? fingerprint : undefined}
          isWide
          isBusy={form.isBusy}
        >
          {way === 'passkey' ? words.passkey : words.enter}
        </Button>
        {factors
          .filter((one) => one !== way)
          .map((one) => (
            <Button key={one} kind="text" onClick={() => choose(one)}>
              {words.otherWays[one]}
            </Button>
          ))}
        <Button kind="text" onClick={onBack}>
          {parts.cancel}
        </Button>
      </Form>
    </>
  )
}

async function proofOf(way: Factor, code: string): Promise<RequestOf<'sessions.secondFactor'>['body']> {
  if (way === 'passkey') return { passkey: await requestPasskey('sessions.secondFactorOptions') }
  return way === 'totp' ? { totp: code.replaceAll(' ', '') } : { recovery_code: code }
}
