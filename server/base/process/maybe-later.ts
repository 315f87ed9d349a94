// What is most often there at once, and sometimes later: a promise for each request that need not wait costs a tenth of
// the throughput.

export type MaybeLater<T> = T | Promise<T>

/** Goes on with the value now where it is there, and later where it is not. */
export function goOn<T, R>(value: MaybeLater<T>, next: (value: T) => MaybeLater<R>): MaybeLater<R> {
  return value instanceof Promise ? value.then(next) : next(value)
}
