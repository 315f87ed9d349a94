// The way in: finds the command that was asked for, runs it, and turns failures into sentences.

import { isDatabaseAway } from './base/database/db.ts'
import { ConfigError } from './base/process/setting.ts'
import { Fail } from './base/values/fail.ts'
import { COMMANDS } from './cli/commands.ts'
import { terminal as ownTerminal, type Terminal } from './cli/terminal.ts'

export async function main(args: string[], terminal: Terminal = ownTerminal): Promise<void> {
  const [first = 'help', second] = args
  const command = COMMANDS.find(({ name }) => name === `${first} ${second}` || name === first)
  if (command === undefined) {
    if (first !== 'help') terminal.sayError(`There is no command "${args.join(' ')}".`)
    terminal.say(helpText())
    terminal.endWith(first === 'help' ? 0 : 2)
    return
  }
  try {
    await command.run(args.slice(command.name.split(' ').length), terminal)
  } catch (error) {
    terminal.sayError(sentenceOf(error as Error))
    terminal.endWith(1)
  }
}

/** A line per command, and below it what it takes. */
function helpText(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length)) + 2
  const lines = COMMANDS.flatMap(({ name, usage, meaning }) => {
    const takes = usage.slice(name.length).trim()
    const first = `  ${name.padEnd(width)}${meaning}`
    return takes === '' ? [first] : [first, `  ${' '.repeat(width)}${takes}`]
  })
  return ['Embarque', '', ...lines].join('\n')
}

function sentenceOf(error: Error & { code?: string }): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof Fail) {
    const details = error.options.details?.map(({ field, issue }) => `  ${field} ${issue}`) ?? []
    return [error.message, ...details].join('\n')
  }
  if (error.code === 'EADDRINUSE')
    return `${error.message}: another program uses this port; set PORT to a free one.`
  if (isDatabaseAway(error)) {
    return `The database cannot be reached (${error.message}). Check DATABASE_URL, and that its server runs.`
  }
  return error.message || String(error)
}
