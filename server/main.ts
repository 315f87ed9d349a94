// The entry point: finds the requested command, runs it, and turns failures into sentences.

import { wantsJson } from './app/cli/command.ts'
import { COMMANDS } from './app/cli/commands.ts'
import { EXIT_CODES, failureOf } from './app/cli/failures.ts'
import { helpOf, helpText, listedFor, noSuchCommand } from './app/cli/help.ts'
import { terminal as ownTerminal, same, type Terminal } from './app/cli/terminal.ts'

const HELP = ['--help', '-h']

export async function main(args: string[], terminal: Terminal = ownTerminal): Promise<void> {
  const words = args.filter((word, index) => !HELP.includes(word) && !(index === 0 && word === 'help'))
  const [first, second] = words
  if (first === '--version' || first === '-v') return sayVersion(terminal, wantsJson(args))
  const command = COMMANDS.find(({ name }) => name === `${first} ${second}` || name === first)
  const isHelp = words.length < args.length || words.length === 0
  if (isHelp && command !== undefined) return terminal.say(helpOf(command))
  const listed = listedFor(words, COMMANDS)
  if (isHelp && listed.length > 0) return terminal.say(helpText(listed))
  try {
    if (command === undefined) throw noSuchCommand(words, COMMANDS)
    await command.run(args.slice(command.name.split(' ').length), terminal)
  } catch (error) {
    const { text, why, code } = failureOf(error as Error)
    terminal.sayError(wantsJson(args) ? same(JSON.stringify({ error: text[0], why, code })) : text)
    terminal.endWith(EXIT_CODES[why])
  }
}

async function sayVersion(terminal: Terminal, isJson: boolean): Promise<void> {
  const { VERSION } = await import('./kernel/process/project.ts')
  terminal.write(isJson ? JSON.stringify({ version: VERSION }) : `Embarque ${VERSION}`)
}
