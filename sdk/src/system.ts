// The impure dependencies of the SDK in one place, so that a test can replace them: time, waiting and
// randomness.

/** @internal */
export interface System {
  nowMs(): number
  /** Resolves after the time; rejects with the signal's reason as soon as it is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** Runs it after the time, unless the returned function is called before. */
  after(ms: number, run: () => void): () => void
  /** From 0 up to, but excluding, 1. */
  chance(): number
}

export const machine: System = {
  nowMs: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      const leave = () => {
        cancel()
        reject(signal?.reason)
      }
      const cancel = machine.after(ms, () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      })
      if (signal?.aborted) return leave()
      signal?.addEventListener('abort', leave, { once: true })
    }),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  chance: () => Math.random(),
}

/** Random bytes in hexadecimal. */
export function newHex(bytes: number): string {
  return [...newBytes(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function newBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count))
}
