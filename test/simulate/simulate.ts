// A whole run: bursts in one town until the time is up or a law is broken, and its report.
import { asked } from './ask.ts'
import { type Played, playBurst } from './burst.ts'
import type { Violation } from './laws/all.ts'
import { type Memory, watchMemory } from './memory.ts'
import { type BurstPlan, onlyParts, planBurst } from './plan.ts'
import { shrink } from './shrink.ts'
import { tallyOf } from './tally.ts'
import { openTown, type Town, type TownOptions } from './town.ts'

export interface SimulateOptions extends TownOptions {
  seed: string
  minutes: number
  /** Of each actor. */
  steps: number
  parts: readonly string[] | null
  except: readonly string[]
  shrinkMinutes: number
  say(text: string): void
}

const MINUTE_MS = 60_000
/** A burst that takes longer than all before it must not make the run late. */
const MARGIN = 1.3
const SHOWN_MAX = 12
const LOGGED_MAX = 15

/** Whether every law held. */
export async function simulate(options: SimulateOptions): Promise<boolean> {
  const { seed, minutes, say } = options
  const untilMs = performance.now() + minutes * MINUTE_MS
  say(`seed ${seed}, ${minutes} minutes, ${options.processes} processes`)
  const town = await openTown(options)
  const memory = watchMemory()
  const broken = await playAll(town, options, untilMs, memory).finally(() => town.close())
  if (broken === null) return isFlat(memory, say)
  say(`\nBROKEN in burst ${broken.plan.number}:\n${told(broken.violations)}\nThe services logged last:`)
  for (const line of town.services.logged.slice(-LOGGED_MAX)) say(`  ${line.slice(0, 400)}`)
  if (options.shrinkMinutes > 0) await showShortest(options, broken)
  return false
}

function isFlat(memory: Memory, say: SimulateOptions['say']): boolean {
  const faults = memory.faults()
  for (const fault of faults) say(`BROKEN: ${fault}`)
  return faults.length === 0
}

/** The burst that broke a law, if one did. */
async function playAll(
  town: Town,
  options: SimulateOptions,
  untilMs: number,
  memory: Memory,
): Promise<Played | null> {
  const { seed, parts, except, say } = options
  const totals = { bursts: 0, faults: 0, writes: 0, acknowledged: 0, inDoubt: 0, checked: 0 }
  let longestMs = 0
  try {
    for (const plan of plansOf(options)) {
      const played = await playBurst(town, seed, plan)
      const inUse = await memory.look(town.services.all)
      longestMs = Math.max(longestMs, played.tookMs)
      totals.bursts++
      totals.faults += plan.faults.length
      for (const name of ['writes', 'acknowledged', 'inDoubt', 'checked'] as const)
        totals[name] += played[name]
      played.violations = played.violations.filter(({ law }) => !except.includes(law))
      say(`b${plan.number} ${Math.round(played.tookMs / 1_000)} s: ${summaryOf(played)}; ${inUse}`)
      if (process.env.SHOWN)
        say(
          played.history
            .filter((l) => /settles|quiet while|laws are|a1?[0289]\.s(0|1|5|9|1\d) /.test(l))
            .join('\n'),
        )
      if (played.violations.length > 0) return played
      if (parts === null && performance.now() + longestMs * MARGIN > untilMs) return null
    }
    return null
  } finally {
    // Also where a burst could not be played to its end.
    say(`${JSON.stringify({ ...totals, ...asked })}`)
    say(memory.told())
    say(await tallyOf(town).catch(String))
  }
}

/** All bursts one after the other, or those that were named alone. */
function* plansOf(options: SimulateOptions): Generator<BurstPlan> {
  const { parts } = options
  if (parts === null) for (let number = 1; ; number++) yield planBurst(options, number)
  for (const number of new Set(parts.map((part) => Number(/^b(\d+)/.exec(part)?.[1]))))
    yield onlyParts(planBurst(options, number), new Set(parts))
}

async function showShortest(options: SimulateOptions, broken: Played): Promise<void> {
  const { seed, processes, steady, database, steps, shrinkMinutes, say } = options
  say(`\nLooking for the shortest history, for ${shrinkMinutes} minutes at most:`)
  const { parts, played, tries } = await shrink({
    seed,
    plan: broken.plan,
    laws: broken.violations.map(({ law }) => law),
    open: () => openTown(options),
    untilMs: performance.now() + shrinkMinutes * MINUTE_MS,
    say,
  })
  const shortest = played ?? broken
  if (played === null)
    say(`It was not broken again in ${tries} tries: this is the history of the first time.`)
  say(`\nThe shortest history that was found, ${parts.length} parts in ${tries} tries:`)
  say(shortest.history.join('\n'))
  say(told(shortest.violations))
  say('\nTo play it again (the same plan; who comes first is up to the machine):')
  const where = database === 'embedded' ? '--embedded' : `--processes ${processes} --steady ${steady}`
  say(`  npm run simulate -- --seed ${seed} ${where} --steps ${steps} --parts ${parts.join(',')}`)
}

function summaryOf({ plan, writes, acknowledged, inDoubt, checked, violations }: Played): string {
  const faults = plan.faults.map(({ kind }) => kind).join(', ') || 'no fault'
  const held = violations.length === 0 ? `${checked} laws held` : `${violations.length} laws BROKEN`
  return `${writes} writes, ${acknowledged} acknowledged, ${inDoubt} in doubt for a while; ${faults}; ${held}`
}

function told(violations: readonly Violation[]): string {
  return violations
    .map(({ law, faults }) => {
      const shown = faults.slice(0, SHOWN_MAX).map((fault) => `    ${fault.slice(0, 500)}`)
      const more = faults.length > SHOWN_MAX ? [`    and ${faults.length - SHOWN_MAX} more`] : []
      return [`  ${law}:`, ...shown, ...more].join('\n')
    })
    .join('\n')
}
