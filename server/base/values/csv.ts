// One cell of a CSV, so that no text a stranger typed can run as a formula in the spreadsheet of whoever opens it.

/** What spreadsheets take for the beginning of a formula, in full width too, or strip before they look for one. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const NUMBER = /^-?\d+(?:\.\d+)?$/

/** A text that would be taken for a formula gets an apostrophe in front, as spreadsheets write it. */
function csvField(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvField).join(',')}\r\n`
}
