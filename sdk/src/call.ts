// What every method answers: a promise of the data, from which the whole answer can be had too.
import type { Answer } from './answer.ts'

/** Await it for the data, or its withResponse() for warnings, headers and the rest. It is sent at once, either way. */
export interface Call<T> extends Promise<T> {
  withResponse(): Promise<Answer<T>>
}

/** One promise behind it, so that a failure that somebody handles is not reported as one that nobody does. */
export function callOf<T>(answer: Promise<Answer<T>>): Call<T> {
  return callWith(answer, ({ data }) => data)
}

export function callWith<A, T>(answer: Promise<A>, dataOf: (answer: A) => T) {
  const data = () => answer.then(dataOf)
  const then: Promise<T>['then'] = (onDone, onFailed) => data().then(onDone, onFailed)
  return {
    then,
    catch: (<R>(onFailed?: ((reason: unknown) => R | PromiseLike<R>) | null) =>
      data().catch(onFailed)) satisfies Promise<T>['catch'],
    finally: (onEnd?: (() => void) | null) => data().finally(onEnd),
    withResponse: () => answer,
    [Symbol.toStringTag]: 'Call',
  }
}
