import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainEnd } from './explain-recovery.ts'

const log = (moment: string) => `LOG:  redo done at 0/4000110 system usage: CPU: user: 0.00 s
LOG:  last completed transaction was at log time ${moment}
FATAL:  recovery ended before configured recovery target was reached`

const TO = new Date('2026-11-18T00:00:00Z')
const toldFor = (text: string) => (explainEnd(new Error(text), TO) as Error).message

test('the last moment that can be reached lies just before the last change, in whatever zone it is logged', () => {
  for (const moment of [
    '2026-11-17 04:58:19.123456+00',
    '2026-11-17 01:58:19.123456-03',
    '2026-11-17 10:43:19.123456+05:45',
  ])
    assert.match(toldFor(log(moment)), /Name 2026-11-17T04:58:19\.122Z or an earlier moment, or leave --to/)
  assert.match(toldFor(log('2026-11-17 04:58:19+00')), /Name 2026-11-17T04:58:18\.999Z or/)
})

test('only where it was on its way to a moment, and did not get there, that is what is told', () => {
  const begin =
    'The archive ends before 2026-11-18T00:00:00.000Z, or has a gap or damage before it. Nothing was'
  const ended = 'FATAL:  recovery ended before configured recovery target was reached'
  assert.ok(toldFor(ended).startsWith(begin))
  assert.match(toldFor(ended), /Name an earlier moment, or leave --to out for all that is there\.$/)
  const other = new Error('disk full')
  assert.equal(explainEnd(other, TO), other)
  const toItsEnd = new Error(ended)
  assert.equal(explainEnd(toItsEnd, null), toItsEnd)
})
