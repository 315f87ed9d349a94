// Writes the JSON of lists item by item, in turns: a page of a hundred large ones would hold everybody up.
import { mapInTurns } from '../../kernel/process/in-turns.ts'
import { withMeta } from './envelope.ts'
import type { App } from './types.ts'

export function writeLists(app: App): void {
  app.addHook('preSerialization', (request, reply, body, done) => {
    const answer = withMeta(request, body)
    if (!hasItems(answer)) return done(null, answer)
    mapInTurns(answer.data, (item) => JSON.stringify(item)).then((items) => {
      reply.serializer((text: unknown) => String(text))
      done(null, written(answer, items))
    }, done)
  })
}

function hasItems(answer: unknown): answer is { data: unknown[] } {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'data' in answer &&
    Array.isArray(answer.data) &&
    answer.data.length > 1
  )
}

/** As JSON.stringify would write it. */
function written(answer: { data: unknown[] }, items: string[]): string {
  const fields = Object.entries(answer)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, name === 'data' ? `[${items.join()}]` : JSON.stringify(value)])
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`
}
