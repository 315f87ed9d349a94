// Shared by the profile cards: before a credential changes, the user proves their identity unless they did so recently.
// New recovery codes are shown once.
import download from 'icon:download'
import printer from 'icon:printer'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { saveText } from '../../api/files.ts'
import type { RequestOf, ResponseOf } from '../../api/operations.ts'
import { requestPasskey, supportsPasskeys } from '../../api/passkeys.ts'
import { useRead } from '../../api/use-read.ts'
import { cx } from '../../logic/class-names.ts'
import { CodeField, CurrentPasswordField } from '../../parts/account-fields.tsx'
import { Button } from '../../parts/button.tsx'
import type { Mutation } from '../../parts/confirm-button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { Form, FormButtons } from '../../parts/form.tsx'
import { toast } from '../../parts/toast.tsx'
import { useAccountErrorText } from '../../parts/use-account-error-text.ts'
import { useApiForm } from '../../parts/use-api-form.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import css from './people.module.css'
import { profileWords } from './profile-words.ts'

interface OwnAccount {
  /** Runs the operation; if a proof of identity is missing, asks for it and runs the operation again. */
  readonly guard: <T>(work: () => Promise<T>) => Promise<T>
  readonly showCodes: (codes: readonly string[] | null) => void
}

const Context = createContext<OwnAccount>({ guard: (work) => work(), showCodes: () => undefined })

export function useOwnAccount(): OwnAccount {
  return useContext(Context)
}

export function OwnAccountProvider({ children }: { children: ReactNode }) {
  const [waiting, setWaiting] = useState<((isProven: boolean) => void) | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const guard = async <T,>(work: () => Promise<T>) => {
    try {
      return await work()
    } catch (error) {
      if (!isProofMissing(error)) throw error
      const isProven = await new Promise<boolean>((resolve) => setWaiting(() => resolve))
      if (isProven) return await work()
      throw error
    }
  }
  const settle = (isProven: boolean) => {
    waiting?.(isProven)
    setWaiting(null)
  }
  return (
    <Context value={{ guard, showCodes: setCodes }}>
      {children}
      <ProofDialog isOpen={waiting !== null} onSettled={settle} />
      <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
    </Context>
  )
}

/** A change that asks for a proof of identity if one is missing. */
export function useGuarded<A>(change: Mutation<A>): Mutation<A> {
  const { guard } = useOwnAccount()
  return { ...change, mutateAsync: (asked) => guard(() => change.mutateAsync(asked)) }
}

/** Runs an action of a button and shows errors as a toast. */
export function useAttempt() {
  const parts = useWords(partWords)
  const { guard } = useOwnAccount()
  return <T,>(work: () => Promise<T>, done: (answer: T) => void): void => {
    guard(work).then(done, (error: unknown) => {
      // If the user closed the proof dialog, no error is shown.
      if (!isProofMissing(error)) toast({ kind: 'bad', text: failureText(error, parts).text })
    })
  }
}

function isProofMissing(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'proof_required'
}

interface ProofDialogProps {
  readonly isOpen: boolean
  readonly onSettled: (isProven: boolean) => void
}

/** Asks the user to prove their identity with any of their factors; the proof is valid for ten minutes. */
function ProofDialog({ isOpen, onSettled }: ProofDialogProps) {
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

/**
 * Recovery codes, shown once. They stay visible until the user confirms; they can be copied, downloaded or printed.
 */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[] | null; onDone: () => void }) {
  const words = useWords(profileWords)
  const text = codes?.join('\n') ?? ''
  return (
    <Dialog
      title={words.codesTitle}
      isOpen={codes !== null}
      isSticky
      onClose={onDone}
      buttons={
        <Button kind="main" onClick={onDone}>
          {words.kept}
        </Button>
      }
    >
      <div className={css.fields}>
        <div className={cx(css.fields, css.sheet)}>
          <p>{words.codesText}</p>
          <ul className={css.codes}>
            {codes?.map((code) => (
              <li key={code} className="code">
                {code}
              </li>
            ))}
          </ul>
        </div>
        <div className={css.acts}>
          <CopyButton text={text} what={words.codes} kind="plain" hasWords />
          <Button icon={download} onClick={() => saveText(`${text}\n`, words.codesFile, 'text/plain')}>
            {words.download}
          </Button>
          <Button icon={printer} onClick={() => print()}>
            {words.print}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
