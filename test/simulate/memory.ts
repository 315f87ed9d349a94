// Detects growth of a process over the simulation: after each burst it reports its memory, and later bursts
// are compared with earlier ones.

export interface Measure {
  /** Bytes of the heap and what hangs on it, after a collection. */
  inUse: number
  /** Bytes, as the machine counts them: what was freed within the process included. */
  resident: number
  /** Open files and sockets. */
  descriptors: number
}

interface Measured {
  /** No fault ends it. */
  readonly isSteady: boolean
  measure(): Promise<Measure | null>
}

export interface Memory {
  /** Asks the first steady process, and returns its report. */
  look(processes: readonly Measured[]): Promise<string>
  /** Unbounded growth; empty if there is none, or if the run is too short. */
  faults(): string[]
  told(): string
}

/** Fewer tell more of the start than of what comes after it. */
const SAMPLES_MIN = 8
const MB = 1024 * 1024
/** Beyond what the earlier bursts needed at most. */
const MORE_IN_USE_MAX = { share: 0.1, bytes: 4 * MB }
const MORE_DESCRIPTORS_MAX = 16

export function watchMemory(): Memory {
  const samples: Measure[] = []
  return {
    async look(processes) {
      const [steady] = processes.filter(({ isSteady }) => isSteady)
      const measure = await steady?.measure()
      if (measure == null) return 'not measured'
      samples.push(measure)
      return `${Math.round(measure.inUse / MB)} MB in use, ${measure.descriptors} descriptors`
    },
    faults: () => growthOf(samples),
    told() {
      const [first, last] = [samples[0], samples.at(-1)]
      if (first === undefined || last === undefined) return 'nobody lived through the whole simulation'
      const from = (name: keyof Measure, unit = 1) =>
        `${round(first[name] / unit)} to ${round(last[name] / unit)}`
      const slope = round(slopeOf(settled(samples).map(({ inUse }) => inUse)) / MB)
      const most = Math.max(...samples.map(({ descriptors }) => descriptors))
      return [
        `memory in use from ${from('inUse', MB)} MB in ${samples.length} bursts (${slope} MB a burst after the first)`,
        `resident from ${from('resident', MB)} MB`,
        `descriptors from ${from('descriptors')}, ${most} at most`,
      ].join('; ')
    },
  }
}

/** Compares the second quarter with the last one, so that a single peak does not count. */
export function growthOf(samples: readonly Measure[]): string[] {
  if (samples.length < SAMPLES_MIN) return []
  const quarter = Math.floor(samples.length / 4)
  const [before, after] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)]
  const most = (name: keyof Measure) => Math.max(...before.map((sample) => sample[name]))
  const least = (name: keyof Measure) => Math.min(...after.map((sample) => sample[name]))
  const faults: string[] = []
  if (least('inUse') > most('inUse') * (1 + MORE_IN_USE_MAX.share) + MORE_IN_USE_MAX.bytes)
    faults.push(`memory in use grew from ${round(most('inUse') / MB)} to ${round(least('inUse') / MB)} MB`)
  if (least('descriptors') > most('descriptors') + MORE_DESCRIPTORS_MAX)
    faults.push(`open descriptors grew from ${most('descriptors')} to ${least('descriptors')}`)
  return faults
}

/** Without the time in which code and tables are read for the first time. */
const settled = <T>(samples: readonly T[]): readonly T[] => samples.slice(Math.floor(samples.length / 4))

/** Of the straight line that fits best, for each step. */
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
