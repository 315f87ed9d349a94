// Hands a secret to the operator: on the terminal, or in production, where output is logged, in a file that
// only its owner reads.

import type { Phrase } from '../../../contract/phrases/phrase.ts'
import type { FirstKey } from '../../features/teams/api-keys.ts'
import { writePrivateFile } from '../../kernel/crypto/private-file.ts'
import { fingerprint } from '../../kernel/outbox/audit.ts'
import type { Config } from '../boot/config.ts'
import { dataDirOf } from '../boot/database.ts'
import { same } from './terminal.ts'

interface HandedOver {
  /** The lines themselves, or the path of their file. */
  lines: Phrase[]
  /** The lines, or the path, as JSON. */
  value: object
}

export function handOver(
  config: Config,
  fileName: string,
  lines: readonly Phrase[],
  secrets: Readonly<Record<string, string>>,
): HandedOver {
  if (config.environment !== 'production') return { lines: [...lines], value: secrets }
  const files = intoFiles(config, [[fileName, lines]])
  return { lines: [IN_FILES, ...files.map(same)], value: { files } }
}

/** The unused first keys. Each has its own file, so that a repeated start finds it unchanged. */
export function handOverFirstKeys(config: Config, keys: readonly FirstKey[]): Phrase[] {
  if (keys.length === 0) return []
  if (config.environment === 'production') {
    const files = intoFiles(
      config,
      keys.map((key) => [`${key.id}.txt`, [titleOf(key), lineOf(key)]]),
    )
    return [IN_FILES, ...files.map(same)]
  }
  return [...Map.groupBy(keys, ({ teamName }) => teamName)].flatMap(([teamName, own]): Phrase[] => [
    [
      `The keys of the team "${teamName}", shown until they are first used:`,
      `As chaves da agência "${teamName}", mostradas até o primeiro uso:`,
    ],
    ...own.map(lineOf),
  ])
}

function titleOf({ mode, teamName }: FirstKey): Phrase {
  const portuguese = mode === 'live' ? 'de produção' : 'de teste'
  return [`The first ${mode} key of "${teamName}"`, `A primeira chave ${portuguese} de "${teamName}"`]
}

function lineOf({ mode, secret }: FirstKey): Phrase {
  return mode === 'live'
    ? [`Live key       ${secret}`, `Chave de produção  ${secret}`]
    : [`Test key       ${secret}`, `Chave de teste     ${secret}`]
}

/** Nothing once a person can sign in. */
export function handOverSetupLink(config: Config, link: string | null): Phrase[] {
  if (link === null) return []
  return [
    [
      'There are no accounts yet. This link creates the account of the owner, once:',
      'Ainda não há contas. Este link cria a conta do proprietário, uma única vez:',
    ],
    // Each link has its own file: an existing one is never overwritten.
    ...handOver(config, `setup-link-${fingerprint(link)}.txt`, [same(link)], { link }).lines,
  ]
}

const IN_FILES: Phrase = [
  'In production no secret is printed. Copy it from here to where you keep it, and delete the file:',
  'Em produção nenhum segredo é mostrado. Copie-o daqui para onde você o guarda e apague o arquivo:',
]

/** Returns the paths. The files are in English whatever the terminal's language, so that a later start finds them. */
function intoFiles(config: Config, files: readonly (readonly [string, readonly Phrase[]])[]): string[] {
  const folder = dataDirOf(config)
  return files.map(([name, lines]) =>
    writePrivateFile(folder, name, `${lines.map(([english]) => english).join('\n')}\n`),
  )
}
