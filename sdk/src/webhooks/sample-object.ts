// Sample objects of each event type, as if it happened now.
import type { EventType } from '../generated/events.ts'
import { SAMPLED_AT, SAMPLES } from '../generated/samples.ts'

const YEAR = SAMPLED_AT.slice(0, 4)
const DAY = new RegExp(`^${YEAR}-\\d\\d-\\d\\d`)

/** Its dates keep their distance to `now`, so that a future flight stays in the future. */
export function sampleObject(type: EventType, now: Date): Record<string, unknown> {
  const moved = (day: string) =>
    new Date(now.getTime() + Date.parse(day) - Date.parse(SAMPLED_AT)).toISOString().slice(0, 10)
  return JSON.parse(JSON.stringify(SAMPLES[type]), (_key, value) => {
    if (value === SAMPLED_AT) return now.toISOString()
    return typeof value === 'string' ? value.replace(DAY, moved) : value
  })
}

export function knownType(type: string): EventType {
  if (isKnown(type)) return type
  throw new TypeError(`there is no event of type ${type}; there are ${Object.keys(SAMPLES).join(', ')}`)
}

function isKnown(type: string): type is EventType {
  return Object.hasOwn(SAMPLES, type)
}
