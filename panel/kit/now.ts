// The one place of the panel that reads the machine's time.
export function machineTime(): Date {
  return new Date()
}
