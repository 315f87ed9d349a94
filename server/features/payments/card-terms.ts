// The terms of cards: in how many instalments a payer may pay, and what that costs. Pure functions.
import {
  type CardFeeBearer,
  DEFAULT_INSTALMENTS_MAX,
  INSTALMENT_CENTS_MIN,
  INSTALMENTS_MAX,
  type OwnCardTerms,
  type StoredCardTerms,
  type StoredFee,
} from '../../../contract/cards.ts'
import { parseOwnDecimal } from '../../kernel/values/decimal.ts'
import { type Cents, percentOf } from '../../kernel/values/money.ts'

export interface CardTerms {
  instalmentsMax: number
  feeBearer: CardFeeBearer
  fees: readonly StoredFee[]
}

export function cardTermsOf(team: StoredCardTerms, own: OwnCardTerms = {}): CardTerms {
  return {
    instalmentsMax: own.instalments_max ?? team.instalments_max ?? DEFAULT_INSTALMENTS_MAX,
    feeBearer: own.fee_bearer ?? team.fee_bearer ?? 'agency',
    fees: team.fees ?? [],
  }
}

/** The choices of a payer. */
export interface InstalmentOption {
  count: number
  /** The whole amount that the payer pays. */
  totalCents: Cents
  surchargeCents: Cents
  /** Every instalment but the last, which has the rest. */
  eachCents: Cents
}

/** One for each number of instalments, as far as none is below the least that banks take. */
export function instalmentOptions(amountCents: Cents, terms: CardTerms): InstalmentOption[] {
  const most = Math.min(terms.instalmentsMax, INSTALMENTS_MAX)
  const counts = Array.from({ length: most }, (_, index) => index + 1)
  return counts.flatMap((count) => {
    const option = optionOf(amountCents, count, terms)
    return count > 1 && option.eachCents < BigInt(INSTALMENT_CENTS_MIN) ? [] : [option]
  })
}

function optionOf(amountCents: Cents, count: number, terms: CardTerms): InstalmentOption {
  const surchargeCents = terms.feeBearer === 'payer' ? percentOf(amountCents, feePercent(count, terms)) : 0n
  const totalCents = amountCents + surchargeCents
  return { count, totalCents, surchargeCents, eachCents: totalCents / BigInt(count) }
}

function feePercent(count: number, { fees }: CardTerms) {
  const fee = fees.findLast(({ from_instalments }) => from_instalments <= count)
  return parseOwnDecimal(fee?.percent ?? '0')
}
