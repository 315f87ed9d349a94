// The way in: finds the command that was asked for, runs it, and turns failures into sentences.

import { wantsJson } from './cli/command.ts'
import { COMMANDS } from './cli/commands.ts'
import { EXIT_CODES, failureOf } from './cli/failures.ts'
import { helpOf, helpText } from './cli/help-text.ts'
import { terminal as ownTerminal, type Terminal } from './cli/terminal.ts'

const HELP = ['--help', '-h']

export async function main(args: string[], terminal: Terminal = ownTerminal): Promise<void> {
  const words = args.filter((word, index) => !HELP.includes(word) && !(index === 0 && word === 'help'))
  const [first, second] = words
  if (first === '--version' || first === '-v') return sayVersion(terminal, wantsJson(args))
  const command = COMMANDS.find(({ name }) => name === `${first} ${second}` || name === first)
  if (command === undefined) return sayHelp(words, terminal)
  if (words.length < args.length) return terminal.say(helpOf(command))
  try {
    await command.run(args.slice(command.name.split(' ').length), terminal)
  } catch (error) {
    const { text, why, code } = failureOf(error as Error)
    terminal.sayError(wantsJson(args) ? JSON.stringify({ error: text, why, code }) : text)
    terminal.endWith(EXIT_CODES[why])
  }
}

/** All of it where nothing or something unknown was asked for; of a group, such as "team", what is in it. */
function sayHelp(words: readonly string[], terminal: Terminal): void {
  if (words.length > 0) {
    terminal.sayError(`There is no command "${words.join(' ')}".`)
    terminal.endWith(EXIT_CODES.notUnderstood)
  }
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${words[0]} `))
  terminal.say(helpText(group.length === 0 ? COMMANDS : group))
}

async function sayVersion(terminal: Terminal, isJson: boolean): Promise<void> {
  const { VERSION } = await import('./base/process/version.ts')
  terminal.say(isJson ? JSON.stringify({ version: VERSION }) : `Embarque ${VERSION}`)
}
