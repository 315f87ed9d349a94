// Writes the service's sample events, so that tests of receivers see real payloads.
import { EVENTS, isEventType } from '../../contract/events.ts'
import { sampleObject } from '../../server/features/sandbox/samples.ts'
import { literal } from './write-types.ts'

/** A past year, so that no other text of a sample contains it: the SDK replaces it by the current date. */
const SAMPLED_AT = new Date('2001-01-01T00:00:00.000Z')

export function samplesText(): string {
  const samples = Object.keys(EVENTS)
    .filter(isEventType)
    .map((type) => `  ${literal(type)}: ${JSON.stringify(sampleObject(type, SAMPLED_AT))},\n`)
  return `import type { EventObjects } from './events.ts'

/** When all of them were sampled. */
export const SAMPLED_AT = ${literal(SAMPLED_AT.toISOString())}

/** The object of each type, whole. */
export const SAMPLES: EventObjects = {
${samples.join('')}}
`
}
