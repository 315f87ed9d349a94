// The one place where the helpers for integrators read the machine's time; everything else is handed a moment.

export function machineTime(): Date {
  return new Date()
}
