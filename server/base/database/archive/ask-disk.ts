/** Finds out whether the disk of an archive answers, without waiting for it: a share whose server is gone may never. */
import { readFile } from 'node:fs/promises'
import { type ArchiveFolder, numberFile } from './archive-folder.ts'

/** Of a disk that only has much to do, an answer comes sooner. */
const HANGS_AFTER_MS = 1_000

interface Question {
  /** By performance.now. */
  readonly since: number
  readonly answered: Promise<void>
}

/** One question for all who ask, since each that hangs keeps a thread. */
const asked = new Map<string, Question>()

/** Resolves when it has answered, whatever it said, or when it need not any more. */
export async function untilAnswered({ root }: ArchiveFolder, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return
  const { answered } = asked.getOrInsertComputed(root, () => ({
    since: performance.now(),
    answered: readFile(numberFile(root))
      .catch(() => {})
      .then(() => void asked.delete(root)),
  }))
  if (signal === undefined) return answered
  const { promise: given, resolve: giveUp } = Promise.withResolvers<void>()
  const onAbort = () => giveUp()
  signal.addEventListener('abort', onAbort)
  await Promise.race([answered, given])
  signal.removeEventListener('abort', onAbort)
}

/** Somebody was not answered yet. */
export function isAsked({ root }: ArchiveFolder): boolean {
  return asked.has(root)
}

/** Somebody should have been answered long since. */
export function isHanging({ root }: ArchiveFolder): boolean {
  const question = asked.get(root)
  return question !== undefined && performance.now() - question.since > HANGS_AFTER_MS
}
