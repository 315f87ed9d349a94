// Starts the event stream after the first paint, in a chunk of its own.
import { useStream } from '../api/use-stream.ts'

export function Live() {
  useStream(true)
  return null
}
