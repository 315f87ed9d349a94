// Writes the service's own samples of the events, so that tests of receivers see what the service would send.
import { EVENTS, isEventType } from '../../contract/events.ts'
import { sampleObject } from '../../server/features/sandbox/samples.ts'
import { literal } from './write-types.ts'

/** Long ago, so that nothing else in a sample begins with this year: the SDK moves its days to those of the sending. */
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
