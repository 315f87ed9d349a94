// Reads the type of the sample event that a request asks for.
import { type EventType, isEventType } from '../../../contract/events.ts'
import { fail } from '../../kernel/values/fail.ts'

export function readEventType(text: string): EventType {
  if (isEventType(text)) return text
  return fail('invalid_events', { details: [{ field: 'type', issue: 'is not a known event type' }] })
}
