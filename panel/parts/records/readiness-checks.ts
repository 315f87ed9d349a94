// What a point of the go-live check is called and says in the reader's language, who can do it, and where.
import type { Connections, ReadinessCheck } from '../../../contract/readiness.ts'
import { PATHS } from '../../logic/paths.ts'
import type { checkWords } from '../../words/checks.ts'

type Words = (typeof checkWords)['pt']

export const CHECK_KINDS: Readonly<Record<ReadinessCheck['status'], 'ok' | 'wait' | 'bad'>> = {
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

/** The connection that a check is about. */
const CONNECTIONS: ReadonlyMap<string, keyof Connections> = new Map([
  ['wallet bank', 'wallet_bank'],
  ['invoice bank', 'invoice_bank'],
])

/** A check without texts in the panel shows the API's message. */
export function checkTexts(
  { name, status, user_message: message, user_action: action }: ReadinessCheck,
  words: Words,
  connections: Connections,
): SaidCheck {
  const said = new Map<string, Partial<Record<string, string>>>(Object.entries(words.checks)).get(name)
  const connection = CONNECTIONS.get(name)
  const isSimulated = connection !== undefined && connections[connection] === 'simulated'
  return {
    title: said?.title ?? name,
    text: (isSimulated ? said?.simulated : said?.[status]) ?? message,
    action: action === null ? null : (said?.action ?? action),
    to: PLACES.get(name),
    isOurs: name === 'invoice bank',
  }
}
