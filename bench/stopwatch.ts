// How fast something is done, by the clock on the wall and by the time that processors gave to it: to this process and
// to all that it has started, the database among them. The latter says the same on a machine that does a lot else.
import { readdirSync, readFileSync } from 'node:fs'

/** The kernel counts in hundredths of a second. */
const TICKS = 100

let lastPerProcessorSecond: number | null = null

/** What it returns ends it, and tells how many of so many pieces that is a second. */
export function stopwatch(): (pieces: number) => number {
  const spentBefore = processorSeconds()
  const start = performance.now()
  return (pieces) => {
    const seconds = (performance.now() - start) / 1000
    const spent = processorSeconds() - spentBefore
    lastPerProcessorSecond = spent > 0 ? pieces / spent : null
    return pieces / seconds
  }
}

/** What the last one told by processor time; once. */
export function takePerProcessorSecond(): number | null {
  const last = lastPerProcessorSecond
  lastPerProcessorSecond = null
  return last
}

function processorSeconds(): number {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? statOf(Number(name)) : []))
  const ours = new Set([process.pid])
  // Children mostly have higher numbers, but numbers begin anew.
  for (let known = 0; known < ours.size; ) {
    known = ours.size
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid)
  }
  return all.reduce((sum, { pid, ticks }) => (ours.has(pid) ? sum + ticks / TICKS : sum), 0)
}

interface Stat {
  pid: number
  parent: number
  /** With those of its children that have ended. */
  ticks: number
}

/** Of none that has ended meanwhile. */
function statOf(pid: number): Stat[] {
  const fields = statFields(pid)
  if (fields === null) return []
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return [{ pid, parent: Number(fields[1]), ticks }]
}

/** After the name, which may hold anything and ends with the last bracket; user and system time are 12th and 13th. */
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
