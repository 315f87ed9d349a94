// The only place that writes to the terminal for people.

export function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

export function sayError(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Columns as wide as their widest cell. */
export function table(head: string[], body: string[][]): string {
  const widths = head.map((title, index) => Math.max(title.length, ...body.map((row) => row[index]!.length)))
  const line = (row: string[]) =>
    row
      .map((cell, index) => cell.padEnd(widths[index]!))
      .join('  ')
      .trimEnd()
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}
