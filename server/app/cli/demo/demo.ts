// `npm run demo`: what the service does, from search to ticket and from invoice to payment, told step by step to
// somebody who has just started it.
import { PANEL_PATH } from '../../../../contract/links.ts'
import { OPERATOR } from '../../../features/teams/caller.ts'
import { createApiKey } from '../../../features/teams/api-keys.ts'
import { revokeApiKey } from '../../../features/teams/api-keys.ts'
import { oldestTeam } from '../../../features/teams/store.ts'
import { scopeOf } from '../../../features/world.ts'
import { fail } from '../../../kernel/values/fail.ts'
import { readConfig } from '../../boot/config.ts'
import { hasDatabase } from '../../boot/open-database.ts'
import { notUnderstood } from '../failures.ts'
import type { Terminal } from '../terminal.ts'
import { withWorld } from '../with-world.ts'
import { type Caller, isUp, makeCaller } from './call.ts'
import { tellFlight, tellInvoice } from './story.ts'
import { makeTeller } from './tell.ts'
import { DEMO_WORDS, type DemoWords } from './words.ts'

/** The key of the demo dies with it, or after an hour where that could not be. */
const KEY_MS = 3_600_000
export async function demo({ lang }: { lang?: string }, terminal: Terminal): Promise<void> {
  const settings = terminal.settings()
  const words = DEMO_WORDS[languageOf(lang, settings)]
  const url = addressOf(settings)
  if (!(await isUp(url))) {
    terminal.sayError(words.notRunning(url))
    return terminal.endWith(1)
  }
  const given = settings.EMBARQUE_API_KEY
  if (given) return play(makeCaller({ url, key: given }), words, terminal)
  if (!hasDatabase(readConfig(settings))) {
    terminal.sayError(words.noKey(url))
    return terminal.endWith(1)
  }
  await withOwnKey(terminal, async (key) => play(makeCaller({ url, key }), words, terminal))
}

async function play(caller: Caller, words: DemoWords, terminal: Terminal): Promise<void> {
  const teller = makeTeller(terminal)
  teller.head(words.title, words.intro(caller.url))
  const booking = await tellFlight(caller, words, teller)
  const invoice = await tellInvoice(caller, words, teller, booking)
  teller.links(words.done, [
    [words.links.invoice, invoice.payment_url ?? ''],
    [words.links.panel, `${caller.url}${PANEL_PATH}`],
    [words.links.reference, `${caller.url}/docs`],
    [words.links.guide, `${caller.url}/docs/${words.guide}`],
  ])
}

/** A test key of the first team, made for this run alone: whoever may read the data folder may do that. */
async function withOwnKey(terminal: Terminal, work: (key: string) => Promise<void>): Promise<void> {
  await withWorld(terminal, async (world) => {
    const team = (await oldestTeam(world.pool)) ?? fail('team_not_found')
    const scope = await scopeOf(world, { teamId: team.id, mode: 'test' })
    const expires_at = new Date(world.wall.now().getTime() + KEY_MS).toISOString()
    const key = await createApiKey(world, scope, { name: 'npm run demo', expires_at }, OPERATOR)
    try {
      await work(key.secret)
    } finally {
      await revokeApiKey(world, scope, key.id)
    }
  })
}

function addressOf(settings: Readonly<Record<string, string | undefined>>): string {
  const { host, port } = readConfig(settings)
  const here = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`
  return (settings.EMBARQUE_URL || here).replace(/\/+$/, '')
}

function languageOf(
  wished: string | undefined,
  { LC_ALL, LANG }: Readonly<Record<string, string | undefined>>,
): keyof typeof DEMO_WORDS {
  if (wished !== undefined && !/^(?:en|pt)(?:[-_]\w+)?$/i.test(wished))
    notUnderstood('--lang', `must be en or pt, not "${wished}"`)
  return /^pt/i.test(wished ?? (LC_ALL || LANG || '')) ? 'pt' : 'en'
}
