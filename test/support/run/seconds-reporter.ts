// Node's own report of a run, and before its closing lines how long each test file took, longest first.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { spec, type TestEvent } from 'node:test/reporters'

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string, void> {
  yield* Readable.from(withSeconds(events)).compose(spec())
}

async function* withSeconds(events: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent, void> {
  for await (const event of events) {
    // The first of the closing lines.
    if (event.type === 'test:diagnostic' && /^tests \d+$/.test(event.data.message))
      yield { type: 'test:stdout', data: { file: '', message: secondsTold() } }
    yield event
  }
}

/** As noted by whoever took the file; what was not finished has none. */
function secondsTold(): string {
  const notes = process.env.TEST_NOTES ?? ''
  const files = readdirSync(notes).map((name) => ({
    file: decodeURIComponent(name),
    seconds: Number(readFileSync(join(notes, name), 'utf8')) / 1000,
  }))
  const lines = files
    .sort((a, b) => b.seconds - a.seconds)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(6)}  ${file}\n`)
  return lines.length === 0 ? '' : `\nSeconds of each file, longest first:\n${lines.join('')}\n`
}
