// Which traces are sent, by the sampler and the caller's flag; and spans that do not fit into the queue.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { makeLog } from '../../kernel/process/log.ts'
import { readSettings } from '../../kernel/process/settings.ts'
import { TRACE_SETTINGS } from './settings.ts'
import { spanCount } from './traced-calls.ts'
import { makeTracing } from './tracing.ts'

const log = makeLog({ level: 'silent' })

/** A collector that does not listen. */
function tracingWith(sampler: string, share = '1') {
  const config = readSettings(TRACE_SETTINGS, {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_EXPORTER_OTLP_TIMEOUT: '50',
    OTEL_TRACES_SAMPLER: sampler,
    OTEL_TRACES_SAMPLER_ARG: share,
  })
  return makeTracing({ ...config, environment: 'test' }, log)
}

const TERMS = { kind: 'internal' } as const
const PARENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-`

const cases: [sampler: string, share: string, sent: Record<'none' | '00' | '01', boolean>][] = [
  ['always_on', '1', { none: true, '00': true, '01': true }],
  ['always_off', '1', { none: false, '00': false, '01': false }],
  ['traceidratio', '0', { none: false, '00': false, '01': false }],
  ['parentbased_always_on', '1', { none: true, '00': false, '01': true }],
  ['parentbased_always_off', '1', { none: false, '00': false, '01': true }],
  ['parentbased_traceidratio', '0', { none: false, '00': false, '01': true }],
  ['parentbased_traceidratio', '1', { none: true, '00': false, '01': true }],
]
for (const [sampler, share, sent] of cases) {
  test(`${sampler} with ${share} determines which spans are sent`, () => {
    const tracing = tracingWith(sampler, share)
    for (const [flags, isSent] of Object.entries(sent)) {
      const span = tracing.begin('x', TERMS, { below: flags === 'none' ? null : PARENT + flags })
      const here = tracing.within(span, () => tracing.here())
      assert.match(here ?? '', isSent ? /-01$/ : /-00$/, flags)
      assert.equal(here?.includes('a'.repeat(32)), flags !== 'none', 'of the trace of its caller')
    }
  })
}

test('without a parent span there is none, and the work still runs', async () => {
  const tracing = tracingWith('always_on')
  assert.equal(await tracing.inside('x', TERMS, async (span) => span), undefined)
  assert.equal(tracing.here(), null)
})

test('a child span fails with its work, and is no longer current afterwards', async () => {
  const tracing = tracingWith('always_on')
  const span = tracing.begin('x', TERMS, { after: `${PARENT}01` })
  assert.notEqual(span.traceId, 'a'.repeat(32), 'a trace of its own')
  await tracing.within(span, async () => {
    const above = tracing.here()
    await assert.rejects(
      tracing.inside('y', TERMS, async () => {
        assert.notEqual(tracing.here(), above)
        assert.equal(tracing.here()?.slice(3, 35), span.traceId)
        throw new TypeError('not recorded')
      }),
      TypeError,
    )
    assert.equal(tracing.here(), above)
  })
})

test('a full queue drops spans, counts them, and closes in time', async () => {
  const sum = async (outcome: string) =>
    (await spanCount.get()).values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0
  const [dropped, failed] = [await sum('dropped'), await sum('failed')]
  const tracing = tracingWith('always_on')
  for (let n = 0; n < 2_050; n++) tracing.begin('x', TERMS, { below: null }).end()
  assert.equal((await sum('dropped')) - dropped, 2)
  await tracing.close()
  await eventually('the other spans are dropped', async () => (await sum('failed')) - failed === 2_048)
})
