// Work that waits for its turn, started and ended by the test, with the order of starts.

/** Resolves once all pending promises have settled. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

type Run = (owner: string, work: () => Promise<string>) => Promise<string>

export function controlWork(run: Run) {
  const begun: string[] = []
  const works = new Map<string, PromiseWithResolvers<string>>()
  return {
    begun,
    ask(owner: string, name: string): Promise<string> {
      return run(owner, () => {
        begun.push(name)
        const work = Promise.withResolvers<string>()
        works.set(name, work)
        return work.promise
      })
    },
    async end(...names: string[]) {
      await settled()
      for (const name of names) works.get(name)?.resolve(name)
      await settled()
    },
    async fail(name: string) {
      works.get(name)?.reject(new Error(`${name} failed`))
      await settled()
    },
  }
}
