// What a simulation has started does not outlive it, however it ends: servers that stand apart from it and processes
// that are paused would never notice.
const ends = new Set<() => void>()

// Before the folders are removed in which servers lie.
process.prependOnceListener('exit', () => {
  for (const end of ends)
    try {
      end()
    } catch {
      // It has ended already.
    }
})

/** Ends it at once when this process does; returns what forgets it. */
export function takeAlong(end: () => void): () => void {
  ends.add(end)
  return () => void ends.delete(end)
}
