// Hands a secret to the operator: on the terminal, or in production, where output is logged, in a file that
// only its owner reads.

import type { FirstKey } from '../../features/teams/api-keys.ts'
import { writePrivateFile } from '../../kernel/crypto/private-file.ts'
import { fingerprint } from '../../kernel/outbox/audit.ts'
import type { Config } from '../boot/config.ts'
import { dataDirOf } from '../boot/database.ts'

interface HandedOver {
  /** The lines themselves, or the path of their file. */
  lines: string[]
  /** The lines, or the path, as JSON. */
  value: object
}

export function handOver(
  config: Config,
  fileName: string,
  lines: readonly string[],
  secrets: Readonly<Record<string, string>>,
): HandedOver {
  if (config.environment !== 'production') return { lines: [...lines], value: secrets }
  const [where, ...files] = intoFiles(config, [[fileName, lines]])
  return { lines: [where, ...files], value: { files } }
}

/** The unused first keys. Each has its own file, so that a repeated start finds it unchanged. */
export function handOverFirstKeys(config: Config, keys: readonly FirstKey[]): string[] {
  if (keys.length === 0) return []
  const lineOf = ({ mode, secret }: FirstKey) => `${mode === 'live' ? 'Live' : 'Test'} key       ${secret}`
  if (config.environment === 'production')
    return intoFiles(
      config,
      keys.map((key) => [`${key.id}.txt`, [`The first ${key.mode} key of "${key.teamName}"`, lineOf(key)]]),
    )
  return [...Map.groupBy(keys, ({ teamName }) => teamName)].flatMap(([teamName, own]) => [
    `The keys of the team "${teamName}", shown until they are first used:`,
    ...own.map(lineOf),
  ])
}

/** Nothing once a person can sign in. */
export function handOverSetupLink(config: Config, link: string | null): string[] {
  if (link === null) return []
  return [
    'There are no accounts yet. This link creates the account of the owner, once:',
    // Each link has its own file: an existing one is never overwritten.
    ...handOver(config, `setup-link-${fingerprint(link)}.txt`, [link], { link }).lines,
  ]
}

function intoFiles(
  config: Config,
  files: readonly (readonly [string, readonly string[]])[],
): [string, ...string[]] {
  const folder = dataDirOf(config)
  const paths = files.map(([name, lines]) => writePrivateFile(folder, name, `${lines.join('\n')}\n`))
  const where =
    'In production no secret is printed. Copy it from here to where you keep it, and delete the file:'
  return [where, ...paths]
}
