// One line of a CSV, so that no text a stranger typed can run as a formula in the spreadsheet of whoever opens it.
import type { CsvLocale } from '../../../contract/csv.ts'

/** What spreadsheets take for the beginning of a formula, in full width too, or strip before they look for one. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

interface Form {
  readonly separator: string
  readonly special: RegExp
  readonly number: RegExp
}

const FORMS: Readonly<Record<CsvLocale, Form>> = {
  en: { separator: ',', special: /[",\r\n]/, number: /^-?\d+(?:\.\d+)?$/ },
  'pt-BR': { separator: ';', special: /[";\r\n]/, number: /^-?\d+(?:,\d+)?$/ },
}

/** A text that would be taken for a formula gets an apostrophe in front, as spreadsheets write it. */
function csvField(text: string, { special, number }: Form): string {
  const safe = FORMULA.test(text) && !number.test(text) ? `'${text}` : text
  return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvLine(cells: readonly string[], locale: CsvLocale = 'en'): string {
  const form = FORMS[locale]
  return `${cells.map((cell) => csvField(cell, form)).join(form.separator)}\r\n`
}
