// How a secret reaches the person who asked for it: on the terminal, and in production, where terminals are recorded
// and logs are kept, in a file that only its owner reads.
import { writePrivateFile } from '../base/secrets/private-file.ts'
import type { Config } from '../service/config.ts'
import { dataDirOf } from '../service/open-database.ts'
import type { FirstKey } from '../teams/first-keys.ts'

/** What to say: the lines themselves, or where they are. */
export function handOver(config: Config, fileName: string, lines: readonly string[]): string[] {
  if (config.environment !== 'production') return [...lines]
  const path = writePrivateFile(dataDirOf(config), fileName, `${lines.join('\n')}\n`)
  return [
    `In production no secret is printed: it is in ${path}.`,
    'Copy it to where it is kept, and delete the file.',
  ]
}

/** The first keys that nobody has used yet; nothing where there are none. */
export function handOverFirstKeys(config: Config, keys: readonly FirstKey[]): string[] {
  if (keys.length === 0) return []
  const lines = [...Map.groupBy(keys, ({ teamName }) => teamName)].flatMap(([teamName, own]) => [
    `The keys of the team "${teamName}", shown until they are first used:`,
    ...own.map(({ mode, secret }) => `${mode === 'live' ? 'Live' : 'Test'} key       ${secret}`),
  ])
  return handOver(config, 'first-keys.txt', lines)
}
