// Ends sessions at once, in every process: signing out here, on another device, or everywhere.
import { fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import type { Browser } from './begin-session.ts'
import * as store from './session-store.ts'
import type { SignedIn } from './signed-in.ts'

/** Whether there were any. */
export async function endSessions({ pool, wall, signals }: World, which: store.Which): Promise<boolean> {
  const personId = await store.endSessions(pool, which, wall.now())
  // The database signals other processes; this one must forget them before it answers.
  if (personId !== undefined) signals.tellHere('callers', personId)
  return personId !== undefined
}

export async function signOut(world: World, { session, person }: SignedIn, browser: Browser) {
  await endSessions(world, { personId: person.id, id: session.id })
  browser.forget()
  return { success: true } as const
}

export async function signOutEverywhere(world: World, { person }: SignedIn, browser: Browser) {
  await endSessions(world, { personId: person.id })
  browser.forget()
  return { success: true } as const
}

/** One of their own; of another person's they learn nothing. */
export async function signOutDevice(world: World, { person }: SignedIn, id: string) {
  if (!(await endSessions(world, { personId: person.id, id }))) fail('session_not_found')
  return { success: true } as const
}
