import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../../test/support/data-dir.ts'
import { defaultDataDir } from './data-folder.ts'
import { isRoot } from './test-support.ts'

test('the default is .data in the project', () => {
  const project = realpathSync(temporaryFolder())
  assert.equal(defaultDataDir(project), join(project, '.data'))
})

test('the default is outside the project if a parent folder is closed to others', {
  skip: !isRoot && 'needs root',
}, () => {
  const closed = temporaryFolder()
  const projects = ['one', 'two'].map((name) => join(closed, name))
  for (const project of projects) mkdirSync(project)
  chmodSync(closed, 0o700)
  const [one, two] = projects.map(defaultDataDir)
  assert.match(one!, /^\/var\/lib\/embarque\/[0-9a-f]{16}$/)
  assert.equal(defaultDataDir(projects[0]!), one)
  assert.notEqual(one, two)
})
