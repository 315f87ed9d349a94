// How a command is declared: what it takes is written once, and both its usage and its parser are made from that.
import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util'
import type { Terminal } from './terminal.ts'

interface Option extends ParseArgsOptionDescriptor {
  /** Stands for the value in the usage. */
  word?: string
  isNeeded?: boolean
}

type Options = Readonly<Record<string, Option>>

/** What was typed: the options by name, and the one plain argument, empty if there is none. */
interface Given<Named extends Options> {
  values: ReturnType<typeof parseArgs<{ args: string[]; options: Named; allowPositionals: true }>>['values']
  operand: string
}

interface Declared<Named extends Options> {
  name: string
  options: Named
  /** What the one word after the options is, for commands that take one. */
  operand?: string
  meaning: string
  run: (given: Given<Named>, terminal: Terminal) => Promise<void>
}

export interface Command {
  name: string
  usage: string
  meaning: string
  /** Throws for words that it does not know. */
  read: (args: string[]) => { values: object; operand: string }
  run: (args: string[], terminal: Terminal) => Promise<void>
}

export const text = (word: string) => ({ type: 'string', word }) as const
export const needed = (word: string) => ({ type: 'string', word, isNeeded: true }) as const
export const flag = { type: 'boolean' } as const

export function command<const Named extends Options>(declared: Declared<Named>): Command {
  const { name, options, meaning, run } = declared
  const usage = usageOf(declared)
  const read = (args: string[]): Given<Named> => {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const unexpected = positionals[declared.operand === undefined ? 0 : 1]
    if (unexpected !== undefined) throw new Error(`Unexpected argument "${unexpected}": ${usage}`)
    return { values, operand: positionals[0] ?? '' }
  }
  return {
    name,
    usage,
    meaning,
    read,
    run: async (args, terminal) => run(read(args), { ...terminal, command: name }),
  }
}

/** As help and docs/command-line.md show it: what may be left out stands in brackets. */
function usageOf({ name, options, operand }: Declared<Options>): string {
  const named = Object.entries(options).map(([option, { word, isNeeded }]) => {
    const written = word === undefined ? `--${option}` : `--${option} ${word}`
    return isNeeded ? written : `[${written}]`
  })
  return [name, ...named, ...(operand === undefined ? [] : [operand])].join(' ')
}

/** A command that takes nothing but its name. */
export function bare(name: string, meaning: string, run: (terminal: Terminal) => Promise<void>): Command {
  return command({ name, options: {}, meaning, run: (_given, terminal) => run(terminal) })
}

/** A command that takes nothing but what it is about. */
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
