// Measures throughput by wall time and by processor time of this process and all its children, the database
// included. The latter is stable on a busy machine.
import { readdirSync, readFileSync } from 'node:fs'

/** The kernel counts in hundredths of a second. */
const TICKS = 100

let lastPerProcessorSecond: number | null = null

/** Returns a function that stops it and computes operations per second. */
export function stopwatch(): (count: number) => number {
  const spentBefore = processorSeconds()
  const start = performance.now()
  return (count) => {
    const seconds = (performance.now() - start) / 1000
    const spent = processorSeconds() - spentBefore
    lastPerProcessorSecond = spent > 0 ? count / spent : null
    return count / seconds
  }
}

/** The last result by processor time; returned once. */
export function takePerProcessorSecond(): number | null {
  const last = lastPerProcessorSecond
  lastPerProcessorSecond = null
  return last
}

function processorSeconds(): number {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? statOf(Number(name)) : []))
  const ours = new Set([process.pid])
  // Children mostly have higher ids, but ids wrap around.
  for (let known = 0; known < ours.size; ) {
    known = ours.size
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid)
  }
  return all.reduce((sum, { pid, ticks }) => (ours.has(pid) ? sum + ticks / TICKS : sum), 0)
}

interface Stat {
  pid: number
  parent: number
  /** Including its ended children. */
  ticks: number
}

/** Empty if the process has ended. */
function statOf(pid: number): Stat[] {
  const fields = statFields(pid)
  if (fields === null) return []
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return [{ pid, parent: Number(fields[1]), ticks }]
}

/**
 * After the name, which may contain anything and ends with the last bracket; user and system time are 12th
 * and 13th.
 */
function statFields(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return null
  }
}

/** Processor time of one process alone. */
export function secondsOf(pid: number): number {
  const fields = statFields(pid) ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}
