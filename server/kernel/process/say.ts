// What parts that know of no log tell whoever runs the installation.
import type { Log } from './log.ts'

/** In one line; what needs somebody to do something is marked as trouble. */
export type Say = (line: string, weight?: 'trouble') => void

export function sayTo(log: Log): Say {
  return (line, weight) => log[weight === 'trouble' ? 'warn' : 'info'](line)
}
