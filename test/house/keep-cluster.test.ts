// Two runs that begin at once in a fresh folder do not spoil each other's cluster.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { keepCluster } from '../support/keep-cluster.ts'

const folder = mkdtempSync(join(tmpdir(), 'embarque-keep-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function made(name: string): string {
  const cluster = join(folder, name)
  mkdirSync(cluster)
  writeFileSync(join(cluster, 'PG_VERSION'), name)
  return cluster
}

test('whoever is late uses what was kept first, and only older ones are removed', () => {
  const cache = join(folder, 'cache')
  const kept = join(cache, 'cluster-2')
  keepCluster(made('older'), join(cache, 'cluster-1'), 'cluster-')
  keepCluster(made('first'), kept, 'cluster-')
  keepCluster(made('late'), kept, 'cluster-')
  assert.deepEqual(readdirSync(cache), ['cluster-2'])
  assert.equal(readFileSync(join(kept, 'PG_VERSION'), 'utf8'), 'first')
})

test('what cannot be kept is told', () => {
  const nowhere = join(made('file'), 'PG_VERSION', 'cluster-3')
  assert.throws(() => keepCluster(made('any'), nowhere, 'cluster-'), /ENOTDIR|EEXIST/)
})
