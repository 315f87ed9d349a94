// Lists that cannot be empty, so that their first and last items need no check.
import type { NonEmpty } from '../../../contract/common.ts'

export function isNonEmpty<T>(list: readonly T[]): list is Readonly<NonEmpty<T>> {
  return list.length > 0
}

/** The result has the same length. */
export function mapNonEmpty<T, U>(
  [first, ...others]: Readonly<NonEmpty<T>>,
  to: (item: T, index: number) => U,
): NonEmpty<U> {
  return [to(first, 0), ...others.map((item, index) => to(item, index + 1))]
}

export function lastOf<T extends object>(list: Readonly<NonEmpty<T>>): T {
  return list.at(-1) ?? list[0]
}

/** Continues with the first item after the last one. */
export function inTurn<T extends object | string | number>(list: Readonly<NonEmpty<T>>, index: number): T {
  return list[index % list.length] ?? list[0]
}
