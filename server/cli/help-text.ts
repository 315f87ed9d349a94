// What help says: of all commands a line each, of one what it takes.
import { type Command, EVERYWHERE } from './command.ts'

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
