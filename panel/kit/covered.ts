// Which of several debts a balance can pay, if they are paid in their order.
import { amountOf, centsOf } from './money.ts'

export interface Coverage {
  /** For each: whether the balance still reaches for it. */
  readonly isCovered: readonly boolean[]
  /** What is missing for all of them; undefined where nothing is. */
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
