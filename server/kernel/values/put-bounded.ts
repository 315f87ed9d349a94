// Puts into a map that forgets its oldest entry when it is full.
import { makeRoom } from './make-room.ts'

export function putBounded<K, V>(map: Map<K, V>, key: K, value: V, sizeMax: number): void {
  if (!map.has(key)) makeRoom(map, sizeMax)
  map.set(key, value)
}
