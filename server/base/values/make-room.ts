// Bounds what is kept in memory.

/** Called before one more is added: of as many as there may be, the one that was added first goes. */
export function makeRoom<K>(kept: Map<K, unknown> | Set<K>, most: number): void {
  if (kept.size < most) return
  for (const oldest of kept.keys()) {
    kept.delete(oldest)
    return
  }
}
