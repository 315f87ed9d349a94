// Node's own report of a run, and before its closing lines how long each test file took, longest first.
import { Readable } from 'node:stream'
import { spec, type TestEvent } from 'node:test/reporters'
import { readNotes } from './notes.ts'

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

/** As noted by whoever took the file; what was not finished has taken as long as that lasted. */
function secondsTold(): string {
  const lines = readNotes()
    .sort((a, b) => b.ms - a.ms)
    .map(
      ({ file, pid, ms }) =>
        `${(ms / 1_000).toFixed(1).padStart(6)}  ${file}${pid === null ? '' : ', not finished'}\n`,
    )
  return lines.length === 0 ? '' : `\nSeconds of each file, longest first:\n${lines.join('')}\n`
}
