// Long work that stays in the event loop is done in slices: whoever else waits for the loop gets it in between, however
// many do long work at once.

/** How long one of them may keep everybody waiting. */
const SLICE_MS = 4

const waiting: (() => void)[] = []

/** Like `map`, for items each of which is quick and which may be many or large. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  let endMs = performance.now() + SLICE_MS
  for (const item of items) {
    if (performance.now() > endMs) {
      await nextTurn()
      endMs = performance.now() + SLICE_MS
    }
    results.push(work(item))
  }
  return results
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(resumeNext)
  })
}

/** One slice for each round of the loop. */
function resumeNext(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(resumeNext)
}
