// Bounds what is kept in memory.

/** Call before adding an entry: removes the oldest one if the map is full. */
export function makeRoom<K>(kept: Map<K, unknown> | Set<K>, most: number): void {
  if (kept.size < most) return
  for (const oldest of kept.keys()) {
    kept.delete(oldest)
    return
  }
}
