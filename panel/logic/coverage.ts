// Computes which of several amounts a balance covers, in order.
import { amountOf, centsOf } from './money.ts'

export interface Coverage {
  /** One entry for each amount. */
  readonly isCovered: readonly boolean[]
  /** The amount missing to cover all; undefined if none. */
  readonly missing: string | undefined
}

export function coverageOf(balance: string, amounts: readonly string[]): Coverage {
  let left = centsOf(balance) ?? 0n
  const isCovered = amounts.map((amount) => {
    left -= centsOf(amount) ?? 0n
    return left >= 0n
  })
  return { isCovered, missing: left < 0n ? amountOf(-left) : undefined }
}
