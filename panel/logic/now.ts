// The only place of the panel that reads the machine's clock.
export function machineTime(): Date {
  return new Date()
}
