// A whole run: bursts in one installation until the time is up or an invariant is violated, and its report.
import { type BurstResult, playBurst } from './burst.ts'
import { type Installation, type InstallationOptions, openInstallation } from './installation/installation.ts'
import { type MemoryWatch, watchMemory } from './memory.ts'
import { type BurstPlan, onlyParts, planBurst } from './plan.ts'
import { countPayments, describeBurst, describeViolations, VIOLATION } from './report.ts'
import { requestCounts } from './request.ts'
import { shrink } from './shrink.ts'

export interface SimulateOptions extends InstallationOptions {
  seed: string
  minutes: number
  /** How many steps each actor has. */
  steps: number
  /** Only these parts of bursts; null for all. */
  parts: readonly string[] | null
  /** Invariants that are known to be violated, and ignored. */
  except: readonly string[]
  shrinkMinutes: number
  print(text: string): void
}

const MINUTE_MS = 60_000
/** The next burst may take longer than all before it. */
const MARGIN = 1.3
const LOG_LINES_SHOWN = 15

/** Whether every invariant held. */
export async function simulate(options: SimulateOptions): Promise<boolean> {
  const { seed, minutes, print } = options
  const untilMs = performance.now() + minutes * MINUTE_MS
  print(`seed ${seed}, ${minutes} minutes, ${options.processes} processes`)
  const installation = await openInstallation(options)
  const memory = watchMemory()
  const failed = await playBursts(installation, options, untilMs, memory).finally(() => installation.close())
  if (failed === null) {
    const growth = memory.growth()
    for (const problem of growth) print(`VIOLATION: ${problem}`)
    return growth.length === 0
  }
  print(`\n${VIOLATION} ${failed.plan.number}:\n${describeViolations(failed.violations)}`)
  print('The last log lines of the services:')
  for (const line of installation.services.logLines.slice(-LOG_LINES_SHOWN)) print(`  ${line.slice(0, 400)}`)
  if (options.shrinkMinutes > 0) await printShortestHistory(options, failed)
  return false
}

/** The burst that violated an invariant, if one did. */
async function playBursts(
  installation: Installation,
  options: SimulateOptions,
  untilMs: number,
  memory: MemoryWatch,
): Promise<BurstResult | null> {
  const { seed, parts, except, print } = options
  const totals = { bursts: 0, faults: 0, writes: 0, acknowledged: 0, retried: 0, checked: 0 }
  let longestMs = 0
  try {
    for (const plan of plansOf(options)) {
      const result = await playBurst(installation, seed, plan)
      const memoryText = await memory.measure(installation.services.all)
      longestMs = Math.max(longestMs, result.tookMs)
      totals.bursts++
      totals.faults += plan.faults.length
      for (const name of ['writes', 'acknowledged', 'retried', 'checked'] as const)
        totals[name] += result[name]
      result.violations = result.violations.filter(({ invariant }) => !except.includes(invariant))
      print(`${describeBurst(result)}; ${memoryText}`)
      if (result.violations.length > 0) return result
      if (parts === null && performance.now() + longestMs * MARGIN > untilMs) return null
    }
    return null
  } finally {
    // Also if a burst failed in the middle.
    print(JSON.stringify({ ...totals, ...requestCounts }))
    print(memory.summary())
    print(await countPayments(installation).catch(String))
  }
}

/** All bursts one after the other, or only the named parts of some. */
function* plansOf(options: SimulateOptions): Generator<BurstPlan> {
  const { parts } = options
  if (parts === null) for (let number = 1; ; number++) yield planBurst(options, number)
  for (const number of new Set(parts.map((part) => Number(/^b(\d+)/.exec(part)?.[1]))))
    yield onlyParts(planBurst(options, number), new Set(parts))
}

async function printShortestHistory(options: SimulateOptions, failed: BurstResult): Promise<void> {
  const { seed, processes, steady, database, steps, shrinkMinutes, print } = options
  print(`\nShrinking the burst, for ${shrinkMinutes} minutes at most:`)
  const { parts, result, tries } = await shrink({
    seed,
    plan: failed.plan,
    invariants: failed.violations.map(({ invariant }) => invariant),
    open: () => openInstallation(options),
    untilMs: performance.now() + shrinkMinutes * MINUTE_MS,
    print,
  })
  const shortest = result ?? failed
  if (result === null)
    print(`The violation did not occur again in ${tries} tries. This is its first history.`)
  print(`\nThe shortest history, ${parts.length} parts after ${tries} tries:`)
  print(shortest.history.join('\n'))
  print(describeViolations(shortest.violations))
  print('\nTo replay it (the plan is the same, the timing is not):')
  const where = database === 'embedded' ? '--embedded' : `--processes ${processes} --steady ${steady}`
  print(`  npm run simulate -- --seed ${seed} ${where} --steps ${steps} --parts ${parts.join(',')}`)
}
