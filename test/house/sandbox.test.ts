// docs/sandbox.md tells every unhappy way that the simulated carrier plays, and no other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RESERVED_FAMILIES, RESERVED_ROUTES } from '../../server/outside/suppliers/simulated/reserved.ts'
import { tableUnder } from './markdown-table.ts'
import { projectFile } from './project-files.ts'

const page = projectFile('docs/sandbox.md')

test('the reserved routes', () => {
  const rows = RESERVED_ROUTES.map(({ airports, meaning }) => [airports.join(' – '), meaning])
  assert.deepEqual(tableUnder(page, 'Routes'), rows)
})

test('the fare families of ZZ', () => {
  const rows = RESERVED_FAMILIES.map(({ name, meaning }) => [`\`${name}\``, meaning])
  assert.deepEqual(tableUnder(page, 'Fare families of ZZ'), rows)
})
