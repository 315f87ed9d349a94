// The second step of a sign-in: a code of the authenticator app, or of the recovery list.
import { useState } from 'react'
import { request } from '../../api/call.ts'
import type { Answer } from '../../api/operations.ts'
import { Button } from '../../parts/button.tsx'
import { useApiForm } from '../../parts/form.tsx'
import { Form } from '../../parts/form-box.tsx'
import { Input } from '../../parts/input.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { signInWords } from '../../words/sign-in.ts'

export interface SecondStepProps {
  readonly factors: Answer<'sessions.create'>['second_factor']
  readonly onEntered: () => void
  readonly onBack: () => void
}

const ADDRESS = '/api/v1/sessions/second-factor'

export function SecondStep({ factors, onEntered, onBack }: SecondStepProps) {
  const words = useWords(signInWords)
  const parts = useWords(partWords)
  const [isRecovering, setRecovering] = useState(!factors.includes('totp'))
  const form = useApiForm({
    values: { code: '' },
    send: async ({ code }) => {
      const method = isRecovering ? 'recovery_code' : 'totp'
      await request('POST', ADDRESS, { body: { method, code } })
      onEntered()
    },
  })
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <Input
        label={isRecovering ? words.recoveryCode : words.code}
        autoComplete="one-time-code"
        inputMode={isRecovering ? 'text' : 'numeric'}
        isCode
        {...form.register('code')}
        error={form.errorOf('code')}
      />
      <Button kind="main" type="submit" isWide isBusy={form.isBusy}>
        {words.enter}
      </Button>
      {!isRecovering && factors.includes('recovery_code') && (
        <Button kind="text" onClick={() => setRecovering(true)}>
          {words.recoveryCode}
        </Button>
      )}
      <Button kind="text" onClick={onBack}>
        {parts.cancel}
      </Button>
    </Form>
  )
}
