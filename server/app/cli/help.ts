// The help texts: one line for each command, or the details of one.

import { EVENTS } from '../../../contract/events.ts'
import type { Phrase, ReaderLanguage } from '../../../contract/phrases/phrase.ts'
import { nearestName } from '../../kernel/values/nearest-name.ts'
import { type Command, didYouMean, EVERYWHERE } from './command.ts'
import { CommandFailure, notUnderstood } from './failures.ts'
import { placeholderIn } from './phrases/placeholders.ts'
import { joined, same, type Terminal, textIn } from './terminal.ts'

/** One line per command, and its options below. */
export function helpText(commands: readonly Command[]): Phrase {
  return [listIn('en', commands), listIn('pt-BR', commands)]
}

const FOR_EACH: Phrase = [
  'Each takes --json and --help. --version shows the version. See docs/command-line.md.',
  'Todos aceitam --json e --help. --version mostra a versão. Veja docs/command-line.md.',
]

function listIn(language: ReaderLanguage, commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2
  const lines = commands.flatMap(({ name, usage, meaning }) => {
    const takes = textIn(language, usage).slice(name.length).trim()
    const first = `  ${name.padEnd(width)}${textIn(language, meaning)}`
    return takes === '' ? [first] : [first, `  ${' '.repeat(width)}${takes}`]
  })
  return ['Embarque', '', ...lines, '', textIn(language, FOR_EACH)].join('\n')
}

export const helpOf = (command: Command): Phrase => [helpIn('en', command), helpIn('pt-BR', command)]

const NEEDED: Phrase = ['(needed)', '(obrigatório)']

function helpIn(language: ReaderLanguage, { usage, meaning, options }: Command): string {
  const rows = Object.entries({ ...options, ...EVERYWHERE }).map(
    ([name, { word, about = same(''), isNeeded = false }]) => ({
      written: word === undefined ? `--${name}` : `--${name} ${placeholderIn(language, word)}`,
      about: textIn(language, isNeeded ? joined([about, NEEDED], ' ') : about).trim(),
    }),
  )
  const width = Math.max(...rows.map(({ written }) => written.length)) + 2
  const lines = rows.map(({ written, about }) => `  ${written.padEnd(width)}${about}`.trimEnd())
  return [`embarque ${textIn(language, usage)}`, '', `  ${textIn(language, meaning)}`, '', ...lines].join(
    '\n',
  )
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
  const sentences: Phrase[] = [[`There is no command "${typed}".`, `O comando "${typed}" não existe.`]]
  if (meant !== undefined) sentences.push(didYouMean(meant))
  else if (group.length > 0)
    sentences.push([`There are: ${group.join(', ')}.`, `Existem: ${group.join(', ')}.`])
  sentences.push(['"help" lists all.', '"help" mostra todos.'])
  return new CommandFailure('notUnderstood', joined(sentences, ' '))
}

// Completion scripts for shells, generated from the catalogue.

const SHELLS = { bash: forBash, zsh: forZsh, fish: forFish } as const

export async function completion(
  shell: string,
  commands: readonly Command[],
  terminal: Terminal,
): Promise<void> {
  const write = Object.entries(SHELLS).find(([name]) => name === shell)?.[1]
  const names = Object.keys(SHELLS).join(', ')
  if (write === undefined) notUnderstood('SHELL', [`must be one of ${names}`, `use um destes: ${names}.`])
  const script = write(commands, terminal.language)
  terminal.say(same(script), { shell, script })
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

function forFish(commands: readonly Command[], language: ReaderLanguage): string {
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
        ...(about?.[0] ? ['-d', quoted(textIn(language, about))] : []),
      ),
    ),
  )
  const operands = Object.entries(OPERANDS).map(([name, words]) =>
    line('-f', '-n', quoted(`__fish_seen_subcommand_from ${name}`), '-a', quoted(words.join(' '))),
  )
  const first = line('-f', '-n', '__fish_use_subcommand', '-a', quoted(firstWords(commands)))
  return [first, ...inGroups, ...options, ...operands].join('\n')
}
