// Everything that a simulation starts ends with it: detached servers and paused processes would never notice
// its end.
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
