// The comparison of two clocks: the allowed difference, and that a slow response is not a wrong clock.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../kernel/process/clock.ts'
import { checkClock, timeDatabase } from './readiness.ts'

const wall = fixedClock(new Date('2026-11-16T12:00:00.000Z'))

/** This machine's clock is ahead of the database's by an amount that varies with each response. */
function ahead(...differencesMs: number[]) {
  const asked: string[] = []
  const client = {
    async query({ text }: { text: string }) {
      const differenceMs = differencesMs[asked.length] ?? differencesMs.at(-1) ?? 0
      asked.push(text)
      return { rows: [{ ms: wall.now().getTime() - differenceMs }], rowCount: 1 }
    },
  }
  return { client, asked }
}

const CASES: [offsetMs: number, state: string, text: RegExp][] = [
  [0, 'ok', /agree on the time/],
  [900, 'ok', /agree on the time/],
  [-900, 'ok', /agree on the time/],
  [1_500, 'warning', /^this machine is 1\.5 s ahead of the database$/],
  [-1_500, 'warning', /^this machine is 1\.5 s behind the database$/],
  [4_900, 'warning', /^this machine is 4\.9 s ahead of/],
  [6_000, 'problem', /^this machine is 6\.0 s ahead of/],
  [-3_600_000, 'problem', /^this machine is 3600\.0 s behind/],
]

for (const [offsetMs, state, text] of CASES)
  test(`${offsetMs} ms ahead: ${state}`, async () => {
    const finding = await checkClock({ client: ahead(offsetMs).client, machine: wall })
    assert.equal(finding.state, state)
    assert.match(finding.text, text)
    assert.equal(finding.advice?.includes('NTP') ?? false, state !== 'ok')
  })

test('the clock is read several times, and the fastest response counts', async () => {
  const { client, asked } = ahead(2_000)
  const { offsetMs, roundTripMs } = await timeDatabase(client, wall)
  assert.equal(asked.length, 5)
  assert.ok(
    roundTripMs >= 0 && Math.abs(offsetMs - 2_000) <= roundTripMs / 2 + 0.001,
    `${offsetMs} ${roundTripMs}`,
  )
})

test('a database that returns no row is an error', async () => {
  const client = { query: async () => ({ rows: [], rowCount: 0 }) }
  await assert.rejects(checkClock({ client, machine: wall }), /returned no row/)
})
