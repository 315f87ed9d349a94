// A question that many ask, put once at a time: who comes while it is on its way gets the answer to the next one, as
// this one may have been answered before they came.

export function oneAtATime<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined

  function begin(): Promise<T> {
    const asked = ask()
    running = asked
    const done = () => {
      if (running === asked) running = undefined
    }
    asked.then(done, done)
    return asked
  }

  return () => {
    if (running === undefined) return begin()
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        return begin()
      })
    return next
  }
}
