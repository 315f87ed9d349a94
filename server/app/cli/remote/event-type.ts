// The types of events that somebody names on the command line.
import { EVENTS } from '../../../../contract/events.ts'
import { nearestName } from '../../../kernel/values/nearest-name.ts'
import { notUnderstood } from '../failures.ts'

/** Ends the command for what is no type, with the one that was meant. */
export function demandEventType(argument: string, type: string): void {
  if (Object.hasOwn(EVENTS, type)) return
  const near = nearestName(type, Object.keys(EVENTS))
  const meant = near === undefined ? '' : `; did you mean ${near}?`
  notUnderstood(argument, `names "${type}", which is no event type${meant}`)
}
