// What a point of the go-live check is called and says in the reader's language, who can do it, and where.
import type { ReadinessCheck } from '../../contract/readiness.ts'
import { PATHS } from '../kit/paths.ts'
import type { checkWords } from '../words/checks.ts'
import type { StatusKind } from './status.tsx'

type Words = (typeof checkWords)['pt']

export const CHECK_KINDS: Readonly<Record<ReadinessCheck['status'], StatusKind>> = {
  ok: 'ok',
  warning: 'wait',
  missing: 'bad',
}

/** The page of each check. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ['mail', PATHS.channels],
  ['whatsapp', PATHS.channels],
  ['carrier', PATHS.carriers],
  ['invoice bank', PATHS.banks],
])

export interface SaidCheck {
  readonly title: string
  readonly text: string
  /** The next step; null if there is none. */
  readonly action: string | null
  readonly to: string | undefined
  /** Whether the agency itself can resolve it in the panel. */
  readonly isOurs: boolean
}

/** A check without texts in the panel shows the API's message. */
export function checkTexts({ name, status, message, action }: ReadinessCheck, words: Words): SaidCheck {
  const said = new Map<string, Partial<Record<string, string>>>(Object.entries(words.checks)).get(name)
  return {
    title: said?.title ?? name,
    text: said?.[status] ?? message,
    action: action === null ? null : (said?.action ?? action),
    to: PLACES.get(name),
    isOurs: name === 'invoice bank',
  }
}
