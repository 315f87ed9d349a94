// The one place of the panel that reads the machine's time.
export function now(): Date {
  return new Date()
}
