// Declares commands: usage and parser come from one declaration.
import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util'
import { nearestName } from '../../kernel/values/nearest-name.ts'
import { CommandFailure } from './failures.ts'
import { inJson, type Terminal } from './terminal.ts'

// Names the wrong option in a readable sentence: Node.js's message is about JavaScript.

type KnownOptions = Readonly<Record<string, ParseArgsOptionDescriptor>>

interface Typed {
  name: string
  rawName: string
  value?: string | undefined
  inlineValue?: boolean | undefined
}

function wrongOption(args: string[], options: KnownOptions): string {
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true })
  for (const token of tokens) {
    const wrong = token.kind === 'option' ? wrongIn(token, options) : undefined
    if (wrong !== undefined) return wrong
  }
  return 'The options are not understood.'
}

function wrongIn({ name, rawName, value, inlineValue }: Typed, options: KnownOptions): string | undefined {
  const known = Object.entries(options).find(([one]) => one === name)?.[1]
  if (known === undefined) {
    const near = nearestName(name, Object.keys(options))
    return [
      `There is no option "${rawName}".`,
      ...(near === undefined ? [] : [`Did you mean "--${near}"?`]),
    ].join(' ')
  }
  if (known.type === 'boolean') return value === undefined ? undefined : `${rawName} takes no value.`
  if (value === undefined) return `${rawName} needs a value.`
  if (inlineValue || !value.startsWith('-')) return undefined
  return `${rawName} needs a value; one that begins with a dash is written ${rawName}=${value}.`
}

interface Option extends ParseArgsOptionDescriptor {
  /** The placeholder of the value in the usage. */
  word?: string
  isNeeded?: boolean
  /** What it is for, if its name does not say so. */
  about?: string
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
  meaning: string
  run: (given: Given<Named>, terminal: Terminal) => Promise<void>
}

export interface Command {
  name: string
  usage: string
  meaning: string
  options: Options
  operand: string | undefined
  /** Throws for unknown words. */
  read: (args: string[]) => { values: object; operand: string }
  run: (args: string[], terminal: Terminal) => Promise<void>
}

export const text = (word: string, about = '') => ({ type: 'string', word, about }) as const
export const needed = (word: string, about = '') => ({ type: 'string', word, about, isNeeded: true }) as const
export const flag = { type: 'boolean' } as const

/** Options of every command, which no usage repeats. */
export const EVERYWHERE: Options = {
  json: { type: 'boolean', about: 'answer in JSON: one value, or one a line' },
  help: { type: 'boolean', about: 'show what the command takes' },
}

export const wantsJson = (args: readonly string[]) => args.includes('--json')

export function command<const Named extends Options>(declared: Declared<Named>): Command {
  const { name, options, meaning, run } = declared
  const usage = usageOf(declared)
  const read = (args: string[]): Given<Named> => {
    const own = args.filter((word) => word !== '--json')
    const { values, positionals } = parsed(own, options, name)
    const unexpected = positionals[declared.operand === undefined ? 0 : 1]
    if (unexpected !== undefined)
      throw new CommandFailure('notUnderstood', `Unexpected argument "${unexpected}": ${usage}`)
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
    throw new CommandFailure('notUnderstood', `${wrongOption(args, options)} "${name} --help" lists all.`)
  }
}

/** The usage in help and docs/commands.md: optional parts are in brackets. */
function usageOf({ name, options, operand }: Declared<Options>): string {
  const named = Object.entries(options).map(([option, { word, isNeeded }]) => {
    const written = word === undefined ? `--${option}` : `--${option} ${word}`
    return isNeeded ? written : `[${written}]`
  })
  return [name, ...named, ...(operand === undefined ? [] : [operand])].join(' ')
}

/** A command without options and arguments. */
export function bare(name: string, meaning: string, run: (terminal: Terminal) => Promise<void>): Command {
  return command({ name, options: {}, meaning, run: (_given, terminal) => run(terminal) })
}

/** A command with one argument and no options. */
export function about(
  name: string,
  operand: string,
  meaning: string,
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
