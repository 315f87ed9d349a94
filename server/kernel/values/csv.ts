// Writes CSV so that no text of a stranger runs as a formula in a spreadsheet.
import type { CsvLocale } from '../../../contract/csv.ts'

/** Beginnings that spreadsheets take for a formula, also full-width and after blanks, or strip before it. */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u

/** A spreadsheet with another separator begins a cell after each of these. */
const SEPARATOR = /([;,\t\r\n])/
const FORMULA_BEHIND = /^[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠]/u

interface Form {
  readonly separator: string
  readonly special: RegExp
  readonly number: RegExp
}

const FORMS: Readonly<Record<CsvLocale, Form>> = {
  en: { separator: ',', special: /[",\r\n]/, number: /^-?\d+(?:\.\d+)?$/ },
  'pt-BR': { separator: ';', special: /[";\r\n]/, number: /^-?\d+(?:,\d+)?$/ },
}

function csvField(text: string, { special, number }: Form): string {
  const safe = number.test(text) ? text : withoutFormulas(text, number)
  return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Parts that look like a formula get an apostrophe in front, as spreadsheets write it. */
function withoutFormulas(text: string, number: RegExp): string {
  const isFormula = (part: string) => FORMULA_BEHIND.test(part) && !number.test(part.trim())
  const [first = '', ...others] = text.split(SEPARATOR)
  const safe = [first, ...others.map((part) => (isFormula(part) ? `'${part}` : part))].join('')
  return FORMULA.test(text) ? `'${safe}` : safe
}

export function csvLine(cells: readonly string[], locale: CsvLocale = 'en'): string {
  const form = FORMS[locale]
  return `${cells.map((cell) => csvField(cell, form)).join(form.separator)}\r\n`
}

// A table as CSV: for programs with the API's values, or for people as a Brazilian spreadsheet reads them.

/** A column for people: its heading, and the type or the words of its values. */
export interface CsvColumn {
  readonly heading: string
  readonly kind?: 'amount' | 'day' | 'moment'
  readonly words?: Readonly<Record<string, string>>
}

export interface CsvTable<Name extends string> {
  /** The beginning of the file. */
  readonly head: string
  /** Values in the API's form; missing ones are empty. */
  line(values: Readonly<Partial<Record<Name, string>>>): string
}

/** The reader: its words and its time zone. */
export interface CsvReader {
  readonly locale: CsvLocale
  readonly zone: string
}

/** Without it spreadsheets guess the encoding, and accents are wrong. */
const BYTE_ORDER_MARK = '\uFEFF'

export function csvTable<Name extends string>(
  columns: Readonly<Record<Name, CsvColumn>>,
  { locale, zone }: CsvReader,
): CsvTable<Name> {
  const named = Object.entries<CsvColumn>(columns)
  const read = (values: Readonly<Record<string, string | undefined>>, name: string) => values[name] ?? ''
  if (locale === 'en')
    return {
      head: csvLine(named.map(([name]) => name)),
      line: (values) => csvLine(named.map(([name]) => read(values, name))),
    }
  const momentOf = momentsIn(zone)
  const headings = named.map(([, { heading }]) => heading)
  return {
    head: `${BYTE_ORDER_MARK}${csvLine(headings, locale)}`,
    line: (values) =>
      csvLine(
        named.map(([name, column]) => shown(read(values, name), column, momentOf)),
        locale,
      ),
  }
}

function shown(value: string, { kind, words }: CsvColumn, momentOf: (text: string) => string): string {
  if (value === '') return ''
  if (kind === 'amount') return value.replace('.', ',')
  if (kind === 'day') return value.split('-').reverse().join('/')
  if (kind === 'moment') return momentOf(value)
  return words?.[value] ?? value
}

/** "15/11/2026 09:00:00". */
function momentsIn(timeZone: string): (text: string) => string {
  const format = new Intl.DateTimeFormat('pt-BR', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  return (text) => format.format(new Date(text)).replace(', ', ' ')
}
