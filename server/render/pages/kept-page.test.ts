// A page is drawn once for all that look at the same, and anew for whatever it shows otherwise.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleQuote } from '../../../test/support/samples/sample-document.ts'
import { type QuoteSight, quotePage } from '../document/quote-page.ts'
import { keptPage } from './page.ts'

const READ = { step: 'read', optionId: null, trouble: null } as const
const SIGHT: QuoteSight = { path: '/q/x', version: 'a', now: '2026-11-16T12:00:00.000Z' }

test('the same is drawn once; another language, state, version or step is another page', () => {
  let drawn = 0
  const look = (change: object = {}, sight: Partial<QuoteSight> = {}, step: 'read' | 'decline' = 'read') => {
    const shown = [sampleQuote(change), { ...SIGHT, ...sight }, { ...READ, step }] as const
    return keptPage(shown, () => {
      drawn++
      return quotePage(...shown)
    })
  }
  assert.equal(look().html, look().html)
  assert.equal(drawn, 1)
  const pages = [
    look(),
    look({ language: 'en' }),
    look({ state: 'expired' }),
    look({ notes: 'Outra' }),
    look({}, { version: 'b' }, 'decline'),
    look({}, {}, 'decline'),
  ].map(({ html }) => html)
  assert.deepEqual([new Set(pages).size, drawn], [6, 6])
})

test('what is left of the validity is counted from the time that the server names', () => {
  const validity = { until: '2026-11-16T23:59:59.999Z', left: 'último dia' }
  const { html } = quotePage(sampleQuote({ validUntil: '16/11/2026', validity }), SIGHT, READ)
  assert.match(
    html,
    /id="counted" data-until="2026-11-16T23:59:59\.999Z" data-now="2026-11-16T12:00:00\.000Z"/,
  )
})
