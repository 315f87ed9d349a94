// How the demo looks in a terminal: eighty columns, colours only where somebody watches.
import { styleText } from 'node:util'
import type { Answered } from '../remote/call-service.ts'
import type { Terminal } from '../terminal.ts'

export interface Teller {
  head(title: string, intro: string): void
  /** A step that was made: what it is, which request it was, and what came of it. */
  step<T>(title: string, request: string, answered: Answered<T>, lines: readonly string[]): void
  links(title: string, links: readonly (readonly [string, string])[]): void
}

type Style = Parameters<typeof styleText>[0]

const WIDTH = 80
const INDENT = '    '

export function makeTeller({ say, settings }: Pick<Terminal, 'say' | 'settings'>): Teller {
  const isSeen = process.stdout.isTTY === true && !settings().NO_COLOR
  const paint = (style: Style, text: string) => (isSeen ? styleText(style, text) : text)
  let steps = 0
  return {
    head: (title, intro) => say(`\n${paint('bold', title)}\n${wrapped(intro, '')}\n`),
    step(title, request, { status, tookMs }, lines) {
      steps += 1
      const outcome = `${status}  ${tookMs} ms`
      const room = WIDTH - INDENT.length - request.length - outcome.length
      say(
        [
          `${paint('yellow', String(steps).padStart(2))}  ${paint('bold', title)}`,
          `${INDENT}${paint('cyan', request)}${' '.repeat(Math.max(room, 2))}${paint('green', outcome)}`,
          ...lines.map((line) => wrapped(line, INDENT)),
          '',
        ].join('\n'),
      )
    },
    links(title, links) {
      const width = Math.max(...links.map(([name]) => name.length)) + 2
      const rows = links.map(([name, url]) => `${INDENT}${name.padEnd(width)}${paint('underline', url)}`)
      say([paint(['bold', 'green'], title), '', ...rows, ''].join('\n'))
    },
  }
}

/** Words that are longer than a line stay whole. */
function wrapped(text: string, indent: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && indent.length + last.length + 1 + word.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines.map((line) => indent + line).join('\n')
}
