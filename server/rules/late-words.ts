// What being late costs, in Portuguese: the same words on page, PDF and boleto.
import { type Decimal, formatDecimal } from '../base/values/decimal.ts'
import { isCostly, type LateTerms } from './late-charges.ts'

/** "2,5%" */
function percentText(percent: Decimal): string {
  return `${formatDecimal(percent).replace('.', ',')}%`
}

/** Null where it costs nothing. */
export function lateWords(terms: LateTerms): string | null {
  const { finePercent, interestPercent } = terms
  if (!isCostly(terms)) return null
  const fine = finePercent.digits > 0n ? [`multa de ${percentText(finePercent)}`] : []
  const interest =
    interestPercent.digits > 0n ? [`juros de ${percentText(interestPercent)} ao mês, por dia de atraso`] : []
  return `Após o vencimento: ${[...fine, ...interest].join(' e ')}.`
}
