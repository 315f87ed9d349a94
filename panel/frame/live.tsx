// What is in sight follows what happens. It comes after the first paint, with a chunk of its own.
import { useStream } from '../api/use-stream.ts'

export function Live() {
  useStream(true)
  return null
}
