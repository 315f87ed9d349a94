// Reads the tables of our documents, so that they can be held against the code.

/** The body of the first table under a heading, row by row; throws where there is none. */
export function tableUnder(markdown: string, heading: string): string[][] {
  const lines = markdown.split('\n')
  const begin = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading)
  if (begin < 0) throw new Error(`there is no heading "${heading}"`)
  const rest = lines.slice(begin + 1)
  const nextHeading = rest.findIndex((line) => /^#+ /.test(line))
  const section = nextHeading < 0 ? rest : rest.slice(0, nextHeading)
  const head = section.findIndex((line) => line.startsWith('|'))
  if (head < 0 || !/^\|[\s:|-]+\|$/.test(section[head + 1] ?? '')) {
    throw new Error(`there is no table under "${heading}"`)
  }
  const body = section.slice(head + 2)
  const end = body.findIndex((line) => !line.startsWith('|'))
  return (end < 0 ? body : body.slice(0, end)).map(cellsOf)
}

/** A bar inside a cell is written \| there. */
function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** A name in backticks, without them. */
export function plain(cell: string): string {
  return cell.replace(/^`(.*)`$/, '$1')
}
