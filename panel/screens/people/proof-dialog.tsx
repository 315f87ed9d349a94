// Asks the user to prove their identity with any of their factors; the proof is valid for ten minutes.
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { RequestOf, ResponseOf } from '../../api/operations.ts'
import { requestPasskey, supportsPasskeys } from '../../api/passkeys.ts'
import { useRead } from '../../api/use-read.ts'
import { CodeField, CurrentPasswordField } from '../../parts/account-fields.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useApiForm } from '../../parts/form.tsx'
import { Form, FormButtons } from '../../parts/form-box.tsx'
import { useAccountErrorText } from '../../parts/use-account-error-text.ts'
import { useWords } from '../../words/language.tsx'
import { profileWords } from './profile-words.ts'

export interface ProofDialogProps {
  readonly isOpen: boolean
  readonly onSettled: (isProven: boolean) => void
}

export function ProofDialog({ isOpen, onSettled }: ProofDialogProps) {
  const words = useWords(profileWords)
  const { data: factors } = useRead('factors.read', {})
  return (
    <Dialog title={words.proofTitle} isOpen={isOpen} onClose={() => onSettled(false)}>
      {factors && <ProofForm ways={waysOf(factors)} onProven={() => onSettled(true)} />}
    </Dialog>
  )
}

type Way = 'password' | 'totp' | 'passkey' | 'recovery_code'

function waysOf(factors: ResponseOf<'factors.read'>): Way[] {
  const { has_password, totp_confirmed_at, passkeys, recovery_codes_left } = factors
  const has: Record<Way, boolean> = {
    // The service accepts a password only if the account has no second factor.
    password: has_password && passkeys.length === 0 && totp_confirmed_at === null,
    passkey: passkeys.length > 0 && supportsPasskeys(),
    totp: totp_confirmed_at !== null,
    recovery_code: recovery_codes_left > 0,
  }
  return (['password', 'passkey', 'totp', 'recovery_code'] as const).filter((way) => has[way])
}

function ProofForm({ ways, onProven }: { ways: readonly Way[]; onProven: () => void }) {
  const words = useWords(profileWords)
  const [way, setWay] = useState<Way>(ways[0] ?? 'password')
  const form = useApiForm({
    values: { typed: '' },
    errorText: useAccountErrorText(),
    send: async ({ typed = '' }) => {
      await call('sessions.prove', { body: await proofOf(way, typed) })
      onProven()
    },
  })
  const choose = (other: Way) => {
    form.reset()
    setWay(other)
  }
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <p>{words.proofText}</p>
      {way === 'password' && <CurrentPasswordField autoFocus {...form.field('typed')} />}
      {(way === 'totp' || way === 'recovery_code') && (
        <CodeField key={way} autoFocus isRecovery={way === 'recovery_code'} {...form.field('typed')} />
      )}
      <FormButtons>
        {ways
          .filter((one) => one !== way)
          .map((one) => (
            <Button key={one} kind="text" onClick={() => choose(one)}>
              {words.proofWays[one]}
            </Button>
          ))}
        <Button kind="main" type="submit" isBusy={form.isBusy}>
          {way === 'passkey' ? words.proofWays.passkey : words.prove}
        </Button>
      </FormButtons>
    </Form>
  )
}

async function proofOf(way: Way, typed: string): Promise<RequestOf<'sessions.prove'>['body']> {
  if (way === 'passkey') return { passkey: await requestPasskey('sessions.proofOptions') }
  return { [way]: way === 'totp' ? typed.replaceAll(' ', '') : typed }
}
