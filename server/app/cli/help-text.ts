// What help says: of all commands a line each, of one what it takes.
import { nearestName } from '../../kernel/values/nearest-name.ts'
import { type Command, EVERYWHERE } from './command.ts'
import { CommandFailure } from './failures.ts'

/** A line per command, and below it what it takes. */
export function helpText(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2
  const lines = commands.flatMap(({ name, usage, meaning }) => {
    const takes = usage.slice(name.length).trim()
    const first = `  ${name.padEnd(width)}${meaning}`
    return takes === '' ? [first] : [first, `  ${' '.repeat(width)}${takes}`]
  })
  const rest = 'Each takes --json and --help. --version tells the version, docs/command-line.md the rest.'
  return ['Embarque', '', ...lines, '', rest].join('\n')
}

export function helpOf({ usage, meaning, options }: Command): string {
  const rows = Object.entries({ ...options, ...EVERYWHERE }).map(
    ([name, { word, about = '', isNeeded = false }]) => ({
      written: word === undefined ? `--${name}` : `--${name} ${word}`,
      about: isNeeded ? [about, '(needed)'].join(' ').trim() : about,
    }),
  )
  const width = Math.max(...rows.map(({ written }) => written.length)) + 2
  const lines = rows.map(({ written, about }) => `  ${written.padEnd(width)}${about}`.trimEnd())
  return [`embarque ${usage}`, '', `  ${meaning}`, '', ...lines].join('\n')
}

/** What was typed before the options. */
function plainWords(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word) => word.startsWith('-'))
  return end === -1 ? words : words.slice(0, end)
}

/** The commands to list for whoever asks for help with these words: all, or those of a group such as "team". */
export function listedFor(words: readonly string[], commands: readonly Command[]): readonly Command[] {
  const [group, ...more] = plainWords(words)
  if (group === undefined) return commands
  return more.length > 0 ? [] : commands.filter(({ name }) => name.startsWith(`${group} `))
}

/** Says so in a line, with what was meant; of a group alone, with what is in it. */
export function noSuchCommand(words: readonly string[], commands: readonly Command[]): CommandFailure {
  const [first = words[0] ?? '', second = '', ...more] = plainWords(words)
  const typed = [first, second, ...more].join(' ').trim()
  const group = commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name)
  const names = group.length === 0 ? commands.map(({ name }) => name) : group
  const isGroupAlone = second === '' && group.length > 0
  const near = isGroupAlone ? undefined : nearestName(`${first} ${second}`, names)
  const meant = near ?? (group.length === 0 ? nearestName(first, names) : undefined)
  const sentences = [`There is no command "${typed}".`]
  if (meant !== undefined) sentences.push(`Did you mean "${meant}"?`)
  else if (group.length > 0) sentences.push(`There are: ${group.join(', ')}.`)
  return new CommandFailure('notUnderstood', [...sentences, '"help" lists all.'].join(' '))
}
