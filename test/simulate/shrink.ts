// Shrinks a burst that violates an invariant to as few parts as possible: it is replayed without one half of its parts,
// then without a quarter, and so on, until the time is up.
import { type BurstResult, playBurst } from './burst.ts'
import type { Installation } from './installation/installation.ts'
import { type BurstPlan, onlyParts, partsOf } from './plan.ts'

export interface ShrinkInput {
  seed: string
  plan: BurstPlan
  /** One of these must be violated again. */
  invariants: readonly string[]
  open: () => Promise<Installation>
  untilMs: number
  print(text: string): void
}

export interface Shrunk {
  parts: string[]
  /** The last replay that violated the invariant; null if none did. */
  result: BurstResult | null
  tries: number
}

export async function shrink(input: ShrinkInput): Promise<Shrunk> {
  const { seed, plan, invariants, open, print } = input
  const shrunk: Shrunk = { parts: partsOf(plan), result: null, tries: 0 }
  let installation: Installation | null = null

  /** An installation is used again until an invariant is violated in it. */
  async function violates(parts: readonly string[]): Promise<boolean> {
    shrunk.tries++
    installation ??= await open()
    const result = await playBurst(installation, seed, onlyParts(plan, new Set(parts)))
    const isViolated = result.violations.some(({ invariant }) => invariants.includes(invariant))
    print(`  ${parts.length} parts: ${isViolated ? 'violated again' : 'held'}`)
    if (result.violations.length > 0) {
      await installation.close()
      installation = null
    }
    if (isViolated) Object.assign(shrunk, { parts: [...parts], result })
    return isViolated
  }

  const hasTime = () => performance.now() < input.untilMs
  /** A violation that depends on timing gets a second chance. */
  const isRepeatable = async () =>
    (await violates(shrunk.parts)) || (hasTime() && (await violates(shrunk.parts)))

  async function removeParts(): Promise<void> {
    for (let chunks = 2; hasTime() && shrunk.parts.length > 1; ) {
      const before = shrunk.parts
      const size = Math.ceil(before.length / chunks)
      let isShorter = false
      for (let start = 0; start < before.length && hasTime() && !isShorter; start += size)
        isShorter = await violates([...before.slice(0, start), ...before.slice(start + size)])
      if (isShorter) chunks = Math.max(2, chunks - 1)
      else if (size === 1) return
      else chunks = Math.min(before.length, chunks * 2)
    }
  }

  if (await isRepeatable()) await removeParts()
  await (installation as Installation | null)?.close()
  return shrunk
}
