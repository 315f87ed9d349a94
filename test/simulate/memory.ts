// Detects a memory leak: after each burst a steady process reports its memory, and later bursts are compared with
// earlier ones.

export interface MemoryUsage {
  /** Bytes of the heap and of buffers outside it, after a garbage collection. */
  inUse: number
  /** Bytes as the operating system counts them. */
  resident: number
  /** Open files and sockets. */
  descriptors: number
}

interface Measured {
  readonly isSteady: boolean
  measureMemory(): Promise<MemoryUsage | null>
}

export interface MemoryWatch {
  /** Measures the first steady process, and returns a text about it. */
  measure(processes: readonly Measured[]): Promise<string>
  /** Unbounded growth; empty if there is none, or if the run is too short. */
  growth(): string[]
  summary(): string
}

/** Shorter runs show the start of the process rather than what follows. */
const SAMPLES_MIN = 8
const MB = 1024 * 1024
/** Beyond the maximum of earlier bursts. */
const MORE_IN_USE_MAX = { share: 0.1, bytes: 4 * MB }
const MORE_DESCRIPTORS_MAX = 16

export function watchMemory(): MemoryWatch {
  const samples: MemoryUsage[] = []
  return {
    async measure(processes) {
      const steady = processes.find(({ isSteady }) => isSteady)
      const usage = await steady?.measureMemory()
      if (usage == null) return 'memory not measured'
      samples.push(usage)
      return `${Math.round(usage.inUse / MB)} MB in use, ${usage.descriptors} descriptors`
    },
    growth: () => growthOf(samples),
    summary() {
      const [first, last] = [samples[0], samples.at(-1)]
      if (first === undefined || last === undefined)
        return 'memory: no process ran during the whole simulation'
      const from = (name: keyof MemoryUsage, unit = 1) =>
        `${round(first[name] / unit)} to ${round(last[name] / unit)}`
      const slope = round(slopeOf(afterWarmUp(samples).map(({ inUse }) => inUse)) / MB)
      const maximum = Math.max(...samples.map(({ descriptors }) => descriptors))
      return [
        `memory in use from ${from('inUse', MB)} MB in ${samples.length} bursts (${slope} MB per burst after the first quarter)`,
        `resident from ${from('resident', MB)} MB`,
        `descriptors from ${from('descriptors')}, ${maximum} at most`,
      ].join('; ')
    },
  }
}

/** Compares the second quarter with the last one, so that a single peak does not count. */
export function growthOf(samples: readonly MemoryUsage[]): string[] {
  if (samples.length < SAMPLES_MIN) return []
  const quarter = Math.floor(samples.length / 4)
  const [before, after] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)]
  const most = (name: keyof MemoryUsage) => Math.max(...before.map((sample) => sample[name]))
  const least = (name: keyof MemoryUsage) => Math.min(...after.map((sample) => sample[name]))
  const problems: string[] = []
  if (least('inUse') > most('inUse') * (1 + MORE_IN_USE_MAX.share) + MORE_IN_USE_MAX.bytes)
    problems.push(`memory in use grew from ${round(most('inUse') / MB)} to ${round(least('inUse') / MB)} MB`)
  if (least('descriptors') > most('descriptors') + MORE_DESCRIPTORS_MAX)
    problems.push(`open descriptors grew from ${most('descriptors')} to ${least('descriptors')}`)
  return problems
}

/** Code and tables are loaded in the first quarter. */
const afterWarmUp = <T>(samples: readonly T[]): readonly T[] => samples.slice(Math.floor(samples.length / 4))

/** Of the straight line that fits best, per sample. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let [rise, run] = [0, 0]
  for (const [at, value] of values.entries()) {
    rise += (at - middle) * (value - mean)
    run += (at - middle) ** 2
  }
  return run === 0 ? 0 : rise / run
}

const round = (value: number) => Math.round(value * 100) / 100
