// The numbers on a boleto: its barcode, the line that people type instead, and the due date in four digits.
import type { Cents } from './money.ts'

export interface Boleto {
  /** The bank's three digits. */
  bank: string
  dueDate: Temporal.PlainDate
  amountCents: Cents
  /** 25 digits that each bank fills in its own way. */
  freeField: string
}

// Barcodes that begin with 8 are bills of utilities and taxes, so no bank has such a number. 9 is the real.
const BARCODE = /^(?!8)(\d{3}9)(\d)(\d{14})(\d{25})$/
const LINE = /^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/
const AMOUNT_DIGITS = 10

/** The 44 digits under the bars. A boleto without amount is refused: its payer would choose one. */
export function boletoBarcode({ bank, dueDate, amountCents, freeField }: Boleto): string {
  if (!/^(?!8)\d{3}$/.test(bank)) throw new RangeError(`not a bank's three digits: ${bank}`)
  if (!/^\d{25}$/.test(freeField)) throw new RangeError(`not a free field of 25 digits: ${freeField}`)
  if (amountCents < 1n || amountCents >= 10n ** BigInt(AMOUNT_DIGITS)) {
    throw new RangeError(`not an amount for a boleto: ${amountCents} cents`)
  }
  const start = `${bank}9`
  const rest = `${dueFactor(dueDate)}${String(amountCents).padStart(AMOUNT_DIGITS, '0')}${freeField}`
  return start + checkDigit11(start + rest) + rest
}

/** The content of a barcode; null if it is no boleto or its check digit is wrong. */
export function readBarcode(barcode: string): { amountCents: Cents; dueFactor: number } | null {
  const [, start = '', check, dueAndAmount = '', freeField = ''] = BARCODE.exec(barcode) ?? []
  if (check !== checkDigit11(start + dueAndAmount + freeField)) return null
  return { dueFactor: Number(dueAndAmount.slice(0, 4)), amountCents: BigInt(dueAndAmount.slice(4)) }
}

/** The 47 digits of the same boleto for people to type: the free field comes first, each part with a check. */
export function digitableLine(barcode: string): string {
  const match = BARCODE.exec(barcode)
  if (match === null) throw new RangeError(`not a boleto's 44 digits: ${barcode}`)
  if (readBarcode(barcode) === null)
    throw new RangeError(`the check digit of this barcode is wrong: ${barcode}`)
  const [, start = '', check = '', dueAndAmount = '', freeField = ''] = match
  const parts = [start + freeField.slice(0, 5), freeField.slice(5, 15), freeField.slice(15)]
  return parts.map((part) => part + checkDigit10(part)).join('') + check + dueAndAmount
}

/** In its printed form: AAAAA.AAAAA BBBBB.BBBBBB CCCCC.CCCCCC D EEEEEEEEEEEEEE. */
export function formatDigitableLine(line: string): string {
  if (!LINE.test(line)) throw new RangeError(`not a digitable line of 47 digits: ${line}`)
  return line.replace(LINE, '$1.$2 $3.$4 $5.$6 $7 $8')
}

const FACTOR_FIRST = 1000
const FACTORS = 9000
/** The day of factor 1000. Exactly 9,000 days later, on 2025-02-22, the four digits began again. */
const FACTOR_START = Temporal.PlainDate.from('2000-07-03')
const ROUNDS = 2
export const LAST_DUE_DATE = FACTOR_START.add({ days: ROUNDS * FACTORS - 1 })

/**
 * The due date in four digits: days since 1997-10-07, and 9,000 fewer from 2025-02-22 on. No rule covers days
 * after the second round (2049-10-13), so they are refused, as are those before the first.
 */
export function dueFactor(date: Temporal.PlainDate): number {
  const { days } = FACTOR_START.until(date, { largestUnit: 'day' })
  if (days < 0 || days >= ROUNDS * FACTORS) throw new RangeError(`no boleto can be due on ${date}`)
  return FACTOR_FIRST + (days % FACTORS)
}

/** Weights 2 to 9 from the right. 10 and 11 become 1, so a few errors pass if it is 1. */
function checkDigit11(digits: string): string {
  const sum = fromTheRight(digits).reduce((total, digit, index) => total + digit * (2 + (index % 8)), 0)
  const check = 11 - (sum % 11)
  return String(check > 9 ? 1 : check)
}

/** Weights 2 and 1 in turn from the right, and of each product the sum of its digits. */
function checkDigit10(digits: string): string {
  const sum = fromTheRight(digits).reduce((total, digit, index) => {
    const product = digit * (index % 2 === 0 ? 2 : 1)
    return total + (product > 9 ? product - 9 : product)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

function fromTheRight(digits: string): number[] {
  return [...digits].reverse().map(Number)
}
