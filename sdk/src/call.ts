// The result of every method: a promise of the data, with access to the whole response.
import type { Answer } from './response.ts'

/**
 * Await it for the data, or its withResponse() for warnings, headers and the rest. The request is sent at
 * once, either way.
 */
export interface Call<T> extends Promise<T> {
  withResponse(): Promise<Answer<T>>
}

/** One promise, so that a handled failure is not also reported as unhandled. */
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
