// Shared by the profile cards: before a credential changes, the user proves their identity unless they did so recently.
// New recovery codes are shown once.
import { createContext, type ReactNode, useContext, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import type { Mutation } from '../../parts/confirm-button.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { ProofDialog } from './proof-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

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
