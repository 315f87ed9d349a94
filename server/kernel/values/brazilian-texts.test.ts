import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brazilianDate, taxIdText } from './text.ts'

test('dates and tax ids as people read them', () => {
  assert.equal(brazilianDate(Temporal.PlainDate.from('2026-11-05')), '05/11/2026')
  assert.equal(taxIdText('52998224725'), 'CPF 529.982.247-25')
  assert.equal(taxIdText('12abc34501de35'), 'CNPJ 12.ABC.345/01DE-35')
  assert.equal(taxIdText('X-1'), 'CPF/CNPJ X-1')
})
