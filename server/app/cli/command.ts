// Declares commands: usage and parser come from one declaration.
import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util'
import type { Phrase, ReaderLanguage } from '../../../contract/phrases/phrase.ts'
import { nearestName } from '../../kernel/values/nearest-name.ts'
import { CommandFailure } from './failures.ts'
import { placeholderIn } from './phrases/placeholders.ts'
import { inJson, joined, same, type Terminal } from './terminal.ts'

// Names the wrong option in a readable sentence: Node.js's message is about JavaScript.

type KnownOptions = Readonly<Record<string, ParseArgsOptionDescriptor>>

interface Typed {
  name: string
  rawName: string
  value?: string | undefined
  inlineValue?: boolean | undefined
}

function wrongOption(args: string[], options: KnownOptions): Phrase {
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true })
  for (const token of tokens) {
    const wrong = token.kind === 'option' ? wrongIn(token, options) : undefined
    if (wrong !== undefined) return wrong
  }
  return ['The options are not understood.', 'Não foi possível entender as opções.']
}

function wrongIn({ name, rawName, value, inlineValue }: Typed, options: KnownOptions): Phrase | undefined {
  const known = Object.entries(options).find(([one]) => one === name)?.[1]
  if (known === undefined) {
    const near = nearestName(name, Object.keys(options))
    const missing: Phrase = [`There is no option "${rawName}".`, `A opção "${rawName}" não existe.`]
    return near === undefined ? missing : joined([missing, didYouMean(`--${near}`)], ' ')
  }
  if (known.type === 'boolean')
    return value === undefined
      ? undefined
      : [`${rawName} takes no value.`, `A opção ${rawName} não recebe valor.`]
  if (value === undefined) return [`${rawName} needs a value.`, `A opção ${rawName} precisa de um valor.`]
  if (inlineValue || !value.startsWith('-')) return undefined
  return [
    `${rawName} needs a value; one that begins with a dash is written ${rawName}=${value}.`,
    `A opção ${rawName} precisa de um valor; se ele começa com hífen, escreva ${rawName}=${value}.`,
  ]
}

export const didYouMean = (name: string): Phrase => [`Did you mean "${name}"?`, `Você quis dizer "${name}"?`]

interface Option extends ParseArgsOptionDescriptor {
  /** The placeholder of the value in the usage. */
  word?: string
  isNeeded?: boolean
  /** What it is for. */
  about?: Phrase
}

type Options = Readonly<Record<string, Option>>

/** The parsed options by name, and the one plain argument, empty if there is none. */
interface Given<Named extends Options> {
  values: ReturnType<typeof parseArgs<{ args: string[]; options: Named; allowPositionals: true }>>['values']
  operand: string
}

interface Declared<Named extends Options> {
  name: string
  options: Named
  /** The name of the one plain argument, for commands that take one. */
  operand?: string
  meaning: Phrase
  run: (given: Given<Named>, terminal: Terminal) => Promise<void>
}

export interface Command {
  name: string
  /** What can be typed, with placeholders in the reader's language. */
  usage: Phrase
  meaning: Phrase
  options: Options
  operand: string | undefined
  /** Throws for unknown words. */
  read: (args: string[]) => { values: object; operand: string }
  run: (args: string[], terminal: Terminal) => Promise<void>
}

const NOTHING = same('')

export const text = (word: string, about: Phrase = NOTHING) => ({ type: 'string', word, about }) as const
export const needed = (word: string, about: Phrase = NOTHING) =>
  ({ type: 'string', word, about, isNeeded: true }) as const
export const flag = (about: Phrase = NOTHING) => ({ type: 'boolean', about }) as const

/** Options of every command, which no usage repeats. */
export const EVERYWHERE: Options = {
  json: {
    type: 'boolean',
    about: ['answer in JSON: one value, or one a line', 'responde em JSON: um valor, ou um por linha'],
  },
  help: { type: 'boolean', about: ['show what the command takes', 'mostra o que o comando recebe'] },
}

export const wantsJson = (args: readonly string[]) => args.includes('--json')

export function command<const Named extends Options>(declared: Declared<Named>): Command {
  const { name, options, meaning, run } = declared
  const usage: Phrase = [usageIn('en', declared), usageIn('pt-BR', declared)]
  const read = (args: string[]): Given<Named> => {
    const own = args.filter((word) => word !== '--json')
    const { values, positionals } = parsed(own, options, name)
    const unexpected = positionals[declared.operand === undefined ? 0 : 1]
    if (unexpected !== undefined)
      throw new CommandFailure('notUnderstood', [
        `Unexpected argument "${unexpected}": ${usage[0]}`,
        `O argumento "${unexpected}" não é esperado: ${usage[1]}`,
      ])
    return { values, operand: positionals[0] ?? '' }
  }
  return {
    name,
    usage,
    meaning,
    options,
    operand: declared.operand,
    read,
    run: async (args, terminal) =>
      run(read(args), { ...(wantsJson(args) ? inJson(terminal) : terminal), command: name }),
  }
}

function parsed<const Named extends Options>(args: string[], options: Named, name: string) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch {
    const all: Phrase = [`"${name} --help" lists all.`, `"${name} --help" mostra todas.`]
    throw new CommandFailure('notUnderstood', joined([wrongOption(args, options), all], ' '))
  }
}

/** The usage in help and docs/commands.md: optional parts are in brackets. */
function usageIn(language: ReaderLanguage, { name, options, operand }: Declared<Options>): string {
  const named = Object.entries(options).map(([option, { word, isNeeded }]) => {
    const written = word === undefined ? `--${option}` : `--${option} ${placeholderIn(language, word)}`
    return isNeeded ? written : `[${written}]`
  })
  return [name, ...named, ...(operand === undefined ? [] : [placeholderIn(language, operand)])].join(' ')
}

/** A command without options and arguments. */
export function bare(name: string, meaning: Phrase, run: (terminal: Terminal) => Promise<void>): Command {
  return command({ name, options: {}, meaning, run: (_given, terminal) => run(terminal) })
}

/** A command with one argument and no options. */
export function about(
  name: string,
  operand: string,
  meaning: Phrase,
  run: (operand: string, terminal: Terminal) => Promise<void>,
): Command {
  return command({
    name,
    options: {},
    operand,
    meaning,
    run: ({ operand: given }, terminal) => run(given, terminal),
  })
}
