// What a shell reads to complete commands and their options: made from the catalogue, so that it knows them all.
import { EVENTS } from '../../../contract/events.ts'
import { type Command, EVERYWHERE } from './command.ts'
import { notUnderstood } from './failures.ts'
import type { Terminal } from './terminal.ts'

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

/** What may follow each command that takes something of a closed list. */
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

/** zsh runs what is written for bash. */
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
