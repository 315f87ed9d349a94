// Shrinks a burst that breaks a law to as few parts as possible, by replaying it without halves, quarters and
// so on, within the time.
import { type Played, playBurst } from './burst.ts'
import { type BurstPlan, onlyParts, partsOf } from './plan.ts'
import type { Town } from './town.ts'

export interface Shrinking {
  seed: string
  plan: BurstPlan
  /** What must be broken again. */
  laws: readonly string[]
  /** A town in which nothing has gone wrong yet. */
  open: () => Promise<Town>
  untilMs: number
  say(text: string): void
}

export interface Shrunk {
  parts: string[]
  /** The last time that they broke the law; null if it was never broken again. */
  played: Played | null
  tries: number
}

export async function shrink({ seed, plan, laws, open, untilMs, say }: Shrinking): Promise<Shrunk> {
  let town: Town | null = null
  const found: Shrunk = { parts: partsOf(plan), played: null, tries: 0 }

  /** A town is good until something breaks in it. */
  async function breaks(parts: readonly string[]): Promise<boolean> {
    found.tries++
    town ??= await open()
    const played = await playBurst(town, seed, onlyParts(plan, new Set(parts)))
    const isBroken = played.violations.some(({ law }) => laws.includes(law))
    say(`  ${parts.length} parts: ${isBroken ? 'broken again' : 'well'}`)
    if (played.violations.length > 0) {
      await town.close()
      town = null
    }
    if (isBroken) Object.assign(found, { parts: [...parts], played })
    return isBroken
  }

  const hasTime = () => performance.now() < untilMs
  // What comes and goes with the moment is given a second chance to come.
  if (!(await breaks(found.parts)) && !(hasTime() && (await breaks(found.parts)))) untilMs = 0
  for (let pieces = 2; hasTime() && found.parts.length > 1; ) {
    const size = Math.ceil(found.parts.length / pieces)
    const before = found.parts
    let isShorter = false
    for (let start = 0; start < before.length && hasTime() && !isShorter; start += size)
      isShorter = await breaks([...before.slice(0, start), ...before.slice(start + size)])
    if (isShorter) pieces = Math.max(2, pieces - 1)
    else if (size === 1) break
    else pieces = Math.min(before.length, pieces * 2)
  }
  await (town as Town | null)?.close()
  return found
}
