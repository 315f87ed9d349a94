// What a check of the installation is given and what it finds: `doctor` makes all of them, operators see some.
import type pg from 'pg'
import type { Clock } from '../base/process/clock.ts'
import type { World } from '../world.ts'

export interface Patient {
  config: World['config']
  /** Of the doctor, a session that cannot write. */
  client: Pick<pg.Client, 'query'>
  /** No service can be running on this database. */
  alone: boolean
  wall: Clock
}

export interface Finding {
  state: 'ok' | 'warning' | 'problem'
  text: string
  /** What to do about it. */
  advice?: string
}

export interface Check<Given extends Patient = Patient> {
  name: string
  /** Null where there is nothing to check. */
  run: (patient: Given) => Promise<Finding | null>
}

export function ok(text: string): Finding {
  return { state: 'ok', text }
}

export function warning(text: string, advice: string): Finding {
  return { state: 'warning', text, advice }
}

export function problem(text: string, advice: string): Finding {
  return { state: 'problem', text, advice }
}

/** "1 piece", "2 pieces". */
export function numberOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}
