// Puts into a map that forgets its oldest entry when it is full.

export function putBounded<K, V>(map: Map<K, V>, key: K, value: V, sizeMax: number): void {
  if (map.size >= sizeMax && !map.has(key)) {
    for (const oldest of map.keys()) {
      map.delete(oldest)
      break
    }
  }
  map.set(key, value)
}
