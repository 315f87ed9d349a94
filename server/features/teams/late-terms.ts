// What the clients of a team pay for being late, as somebody sets it: within what the law allows.
import { FINE_PERCENT_MAX, INTEREST_PERCENT_MAX } from '../../../contract/limits.ts'
import {
  compareDecimals,
  decimalPlaces,
  formatDecimal,
  makeDecimal,
  parseDecimal,
} from '../../kernel/values/decimal.ts'
import { failField } from '../../kernel/values/fail.ts'
import type { LateColumns } from '../../kernel/values/late-charges.ts'

const PLACES_MAX = 4

/** As the command line calls them. */
const NAMES = { fine: 'late_fine', interest: 'late_interest' }

/** Nothing unless it is said. */
export function readLateTerms(fine = '0', interest = '0', names = NAMES): LateColumns {
  return {
    fine_percent: readPercent(names.fine, fine, FINE_PERCENT_MAX),
    interest_percent: readPercent(names.interest, interest, INTEREST_PERCENT_MAX),
  }
}

function readPercent(field: string, text: string, max: number): string {
  const percent = parseDecimal(text)
  const isFit =
    percent !== null &&
    decimalPlaces(percent) <= PLACES_MAX &&
    percent.digits >= 0n &&
    compareDecimals(percent, makeDecimal(BigInt(max))) <= 0
  return isFit
    ? formatDecimal(percent)
    : failField(field, `must be a percentage from 0 to ${max}, up to 4 decimals`)
}
