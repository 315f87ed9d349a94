// A lane ends by itself when a file takes too long, but for one whose thread stands still, or counts for ever:
// that one is killed, from the process that started it. Its other files are left to the other lanes.
import { FILE_MAX_MS, readNotes } from './notes.ts'

const LOOK_MS = 5_000
/** For the lane to end by itself. */
const GRACE_MS = 30_000

export function endStuckLanes(maxMs: number = FILE_MAX_MS + GRACE_MS, lookMs: number = LOOK_MS): () => void {
  const ended = new Set<number>()
  const look = () => {
    for (const { file, pid, ms } of readNotes()) {
      if (pid === null || ms < maxMs || ended.has(pid)) continue
      ended.add(pid)
      const seconds = Math.round(ms / 1_000)
      process.stderr.write(`${file} has run for ${seconds} s and does not answer: its lane is ended\n`)
      end(pid)
    }
  }
  const timer = setInterval(look, lookMs).unref()
  return () => clearInterval(timer)
}

/** Also if it is gone already. */
function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}
