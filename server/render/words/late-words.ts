// Late charges in words: the same on page, PDF and boleto.
import { type Decimal, formatDecimal } from '../../kernel/values/decimal.ts'
import { isCostly, type LateTerms } from '../../kernel/values/late-charges.ts'

export interface LateSayings {
  readonly fine: (percent: string) => string
  readonly interest: (percent: string) => string
  /** Between the two. */
  readonly both: string
  readonly after: (what: string) => string
  readonly decimal: string
}

export const LATE_IN_PORTUGUESE: LateSayings = {
  fine: (percent) => `multa de ${percent}`,
  interest: (percent) => `juros de mora de ${percent} ao mês, por dia de atraso`,
  both: ' e ',
  after: (what) => `Após o vencimento: ${what}.`,
  decimal: ',',
}

/** Null if late payment costs nothing. */
export function lateWords(terms: LateTerms, says = LATE_IN_PORTUGUESE): string | null {
  const { finePercent, interestPercent } = terms
  if (!isCostly(terms)) return null
  /** "2,5%" */
  const text = (percent: Decimal) => `${formatDecimal(percent).replace('.', says.decimal)}%`
  const fine = finePercent.digits > 0n ? [says.fine(text(finePercent))] : []
  const interest = interestPercent.digits > 0n ? [says.interest(text(interestPercent))] : []
  return says.after([...fine, ...interest].join(says.both))
}
