// Ends everything that the simulation started when its own process exits: detached servers and paused processes
// would not notice.
const cleanups = new Set<() => void>()

// First of all listeners: others remove the folders that servers run in.
process.prependOnceListener('exit', () => {
  for (const cleanUp of cleanups)
    try {
      cleanUp()
    } catch {
      // It has ended already.
    }
})

/** Runs it when this process exits; returns a function that withdraws it. */
export function atExit(cleanUp: () => void): () => void {
  cleanups.add(cleanUp)
  return () => void cleanups.delete(cleanUp)
}
