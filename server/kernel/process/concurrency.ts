// Batches, slices and time limits: sharing one statement or the event loop between many callers.
import { setTimeout as wait } from 'node:timers/promises'

interface Options {
  itemsMax: number
  /** How long the first item waits for others; 0 waits for this turn of the event loop only. */
  waitMs: number
  /** One batch at a time: items that arrive meanwhile form the next batch, which grows with the load. */
  inTurn?: boolean
}

interface Waiting<In, Out> {
  item: In
  resolve: (result: Out) => void
  reject: (error: unknown) => void
}

/** `run` gets a batch and must return one result per item, in order. A failed batch fails for each of its callers. */
export function makeBatcher<In, Out>(
  run: (items: In[]) => Promise<Out[]>,
  { itemsMax, waitMs, inTurn = false }: Options,
): (item: In) => Promise<Out> {
  const waiting: Waiting<In, Out>[] = []
  let timer: NodeJS.Timeout | NodeJS.Immediate | undefined
  let running = 0

  async function flush(): Promise<void> {
    clearTimeout(timer as NodeJS.Timeout)
    clearImmediate(timer as NodeJS.Immediate)
    timer = undefined
    if (inTurn && running > 0) return
    const batch = waiting.splice(0, itemsMax)
    if (batch.length === 0) return
    running++
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    running--
    if (waiting.length > 0) void flush()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (waiting.length >= itemsMax) void flush()
      else timer ??= waitMs === 0 ? setImmediate(flush) : setTimeout(flush, waitMs)
    })
}

/** One value per world, created at its first use: shared within a world but not between two. */
export function perWorld<World extends object, Value>(
  make: (world: World) => Value,
): (world: World) => Value {
  const values = new WeakMap<World, Value>()
  return (world) => {
    const known = values.get(world)
    if (known !== undefined) return known
    const fresh = make(world)
    values.set(world, fresh)
    return fresh
  }
}

/** The longest slice. */
const SLICE_MS = 4

const waiting: (() => void)[] = []

/** Like `map`, for many or large items of which each is quick. Other tasks run between the slices of all callers. */
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

/** One slice for each turn of the loop. */
function resumeNext(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(resumeNext)
}

/** Undefined if it is not done in time; the work continues. */
export async function within<T>(ms: number, done: Promise<T>): Promise<T | undefined> {
  const giveUp = new AbortController()
  const late = wait(ms, undefined, { signal: giveUp.signal }).catch(() => undefined)
  try {
    return await Promise.race([done, late])
  } finally {
    giveUp.abort()
  }
}

/** Throws the abort reason as soon as the signal is aborted; the work continues. */
export async function unlessAborted<T>(signal: AbortSignal, begin: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const giveUp = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    return await Promise.race([begin(), aborted.promise])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
