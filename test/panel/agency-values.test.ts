// Tests the pure functions of the agency's profile form.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areDays, zoneChoices } from '../../panel/screens/settings/agency-values.ts'
import { zoneWords } from '../../panel/words/zones.ts'

test('Brazilian time zones come first, and all names are localised', () => {
  const choices = zoneChoices('America/Sao_Paulo', zoneWords.pt.brazil, 'pt-BR')
  assert.deepEqual(choices[0], {
    value: 'America/Sao_Paulo',
    label: 'Brasília: DF, GO, Sudeste e Sul (GMT-3)',
  })
  const brazil = Object.keys(zoneWords.pt.brazil)
  assert.deepEqual(
    choices.slice(0, brazil.length).map(({ value }) => value),
    brazil,
  )
  const labelOf = new Map(choices.map(({ value, label }) => [value, label]))
  assert.match(labelOf.get('Europe/Lisbon') ?? '', /^Portugal \(GMT/)
  assert.match(labelOf.get('America/New_York') ?? '', /^Nova York \(GMT/)
  assert.ok(labelOf.has('America/Manaus'))
  assert.equal(new Set(choices.map(({ value }) => value)).size, choices.length)
})

test('days of reminders are numbers with commas between them, or none', () => {
  for (const fine of ['', '3', '3, 7,15', ' 3 7 ']) assert.ok(areDays(fine), fine)
  for (const wrong of ['abc', '3, x', '-3', '3.5', '300']) assert.ok(!areDays(wrong), wrong)
})
