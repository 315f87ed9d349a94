// The help texts: one line for each command, or the details of one.

import { EVENTS } from '../../../contract/events.ts'
import { nearestName } from '../../kernel/values/nearest-name.ts'
import { type Command, EVERYWHERE } from './command.ts'
import { CommandFailure, notUnderstood } from './failures.ts'
import type { Terminal } from './terminal.ts'

/** One line per command, and its options below. */
export function helpText(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2
  const lines = commands.flatMap(({ name, usage, meaning }) => {
    const takes = usage.slice(name.length).trim()
    const first = `  ${name.padEnd(width)}${meaning}`
    return takes === '' ? [first] : [first, `  ${' '.repeat(width)}${takes}`]
  })
  const rest = 'Each takes --json and --help. --version shows the version. See docs/command-line.md.'
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

/** The words before the options. */
function plainWords(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word) => word.startsWith('-'))
  return end === -1 ? words : words.slice(0, end)
}

/** The commands to list for these words: all, or those of a group such as "team". */
export function listedFor(words: readonly string[], commands: readonly Command[]): readonly Command[] {
  const [group, ...more] = plainWords(words)
  if (group === undefined) return commands
  return more.length > 0 ? [] : commands.filter(({ name }) => name.startsWith(`${group} `))
}

/** Names the unknown command and a similar one; for a group, its commands. */
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

// Completion scripts for shells, generated from the catalogue.

const SHELLS = { bash: forBash, zsh: forZsh, fish: forFish } as const

export async function completion(
  shell: string,
  commands: readonly Command[],
  terminal: Terminal,
): Promise<void> {
  const write = Object.entries(SHELLS).find(([name]) => name === shell)?.[1]
  if (write === undefined) notUnderstood('SHELL', `must be one of ${Object.keys(SHELLS).join(', ')}`)
  const script = write(commands)
  terminal.say(script, { shell, script })
}

/** The closed lists of arguments, by command. */
const OPERANDS: Readonly<Record<string, readonly string[]>> = {
  trigger: Object.keys(EVENTS),
  completion: Object.keys(SHELLS),
}

function wordsOf({ name, options }: Command): string {
  const named = Object.keys({ ...options, ...EVERYWHERE }).map((option) => `--${option}`)
  return [...named, ...(OPERANDS[name] ?? [])].join(' ')
}

const firstWords = (commands: readonly Command[]) =>
  [...new Set(commands.map(({ name }) => name.split(' ')[0]))].join(' ')

/** The second words of groups such as "team". */
function groupsOf(commands: readonly Command[]): [string, string][] {
  const grouped = Map.groupBy(
    commands.filter(({ name }) => name.includes(' ')),
    ({ name }) => name.split(' ')[0] ?? '',
  )
  return [...grouped].map(([group, own]) => [group, own.map(({ name }) => name.split(' ')[1]).join(' ')])
}

function forBash(commands: readonly Command[]): string {
  const inGroups = groupsOf(commands).map(([group, words]) => `    ${group}) words="${words}" ;;`)
  const options = commands.map((one) => `    "${one.name}"*) words="${wordsOf(one)}" ;;`)
  return [
    '_embarque() {',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is for the shell
    '  local words="" line="${COMP_WORDS[*]:1:COMP_CWORD-1}"',
    '  case "$line" in',
    `    "") words="${firstWords(commands)} help --version" ;;`,
    ...inGroups,
    ...options,
    '  esac',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is for the shell
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -F _embarque -o default embarque',
  ].join('\n')
}

/** zsh runs the bash script. */
function forZsh(commands: readonly Command[]): string {
  return ['autoload -U +X bashcompinit && bashcompinit', forBash(commands)].join('\n')
}

function forFish(commands: readonly Command[]): string {
  const line = (...rest: string[]) => ['complete -c embarque', ...rest].join(' ')
  const quoted = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`
  const inGroups = groupsOf(commands).map(([group, words]) =>
    line('-f', '-n', quoted(`test (commandline -opc)[-1] = ${group}`), '-a', quoted(words)),
  )
  const options = commands.flatMap((one) =>
    Object.entries({ ...one.options, ...EVERYWHERE }).map(([option, { about, word }]) =>
      line(
        ...['-n', quoted(`string match -q -- "${one.name}*" (string join " " (commandline -opc)[2..])`)],
        ...['-l', option],
        ...(word === undefined ? [] : ['-r']),
        ...(about ? ['-d', quoted(about)] : []),
      ),
    ),
  )
  const operands = Object.entries(OPERANDS).map(([name, words]) =>
    line('-f', '-n', quoted(`__fish_seen_subcommand_from ${name}`), '-a', quoted(words.join(' '))),
  )
  const first = line('-f', '-n', '__fish_use_subcommand', '-a', quoted(firstWords(commands)))
  return [first, ...inGroups, ...options, ...operands].join('\n')
}
