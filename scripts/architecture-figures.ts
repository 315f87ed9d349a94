// Prints the figures of the house as a table, and beside them those of an earlier commit, so that both are counted
// by one rule. `--before COMMIT` names it, `--write` puts the table into the document, `--places` lists the places.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { FIGURES, goalText, treeOf, valueText } from '../test/house/figures.ts'
import { type Files, projectFiles } from '../test/house/project-files.ts'

const DOCUMENT = new URL('../docs/architecture-figures.md', import.meta.url)

const { before, write, places } = parseArgs({
  options: { before: { type: 'string' }, write: { type: 'boolean' }, places: { type: 'boolean' } },
}).values

const today = treeOf(projectFiles())
const earlier = before === undefined ? undefined : treeOf(filesOfCommit(before))
const measured = FIGURES.map((figure) => ({
  figure,
  now: figure.measure(today),
  was: earlier === undefined ? [] : [figure.measure(earlier)],
}))

const table = tableOf([
  ['Figure', ...(earlier === undefined ? [] : [`At ${before}`]), 'Now', 'Goal'],
  ...measured.map(({ figure, now, was }) => [
    figure.name,
    ...[...was, now].map(({ value }) => valueText(value)),
    goalText(figure),
  ]),
])
process.stdout.write(table)
if (places) {
  for (const { figure, now } of measured)
    process.stdout.write(`\n${[figure.name, ...now.places].join('\n  ')}\n`)
}
if (write) writeFileSync(DOCUMENT, readFileSync(DOCUMENT, 'utf8').replace(/(?:^\|.*\n)+/m, table))

/** As Git holds them, so no checkout is needed. */
function filesOfCommit(commit: string): Files {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 30 })
  const root = git('rev-parse', '--show-toplevel').trim()
  const paths = git('-C', root, 'ls-tree', '-r', '-z', '--name-only', commit).split('\0').filter(isRead)
  return new Map(paths.map((path) => [path, git('-C', root, 'show', `${commit}:${path}`)]))
}

function isRead(path: string): boolean {
  return /\.(?:tsx?|mjs|sql)$/.test(path)
}

/** With columns as wide as their widest cell, as in our other documents. */
function tableOf([head = [], ...body]: string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...body].map((row) => row[column]?.length ?? 0)))
  const line = (cells: string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |\n`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('')
}
