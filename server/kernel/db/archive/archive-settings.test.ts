// The command that archives a segment, as a shell runs it: whole or not at all, never over another, whatever the folder
// is called.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { temporaryFolder } from '../../../../test/support/data-dir.ts'
import { writerFile } from './archive-folder.ts'
import { archivingSettings, recoverySettings } from './archive-writer.ts'

const SEGMENT = '000000010000000000000007'

/** As the server does: it replaces the file's path and name, and a per cent sign that is doubled. */
function runAs(command: string | undefined, cwd: string, path: string) {
  const line = (command ?? '').replaceAll(/%([pf%])/g, (_all, sign) =>
    sign === 'p' ? path : sign === 'f' ? SEGMENT : '%',
  )
  return spawnSync('/bin/sh', ['-c', line], { cwd, encoding: 'utf8' })
}

for (const name of ['plain', 'it\'s 100% of "this" & $HOME', 'with %f %p in it'])
  test(`archived to a folder called ${name}`, () => {
    const cluster = temporaryFolder()
    const wal = join(cluster, name, 'wal')
    mkdirSync(wal, { recursive: true })
    const root = join(cluster, name)
    const { archive_command, archive_timeout, wal_level } = archivingSettings({ root, wal }, 'our-token')
    writeFileSync(writerFile(root), 'our-token\nidentity\nplace\n')
    assert.deepEqual([archive_timeout, wal_level], ['45s', 'replica'])
    const archive = () => runAs(archive_command, cluster, 'segment')
    const content = Buffer.alloc(100_000, 'log')
    writeFileSync(join(cluster, 'segment'), content)
    const file = join(wal, `${SEGMENT}.gz`)

    writeFileSync(`${file}.our-token.part`, 'what a crash left')
    assert.deepEqual([archive().status, readdirSync(wal)], [0, [`${SEGMENT}.gz`]])
    assert.deepEqual(gunzipSync(readFileSync(file)), content)
    assert.equal(archive().status, 0, 'the same again is fine')
    const packed = readFileSync(file)
    writeFileSync(join(cluster, 'segment'), 'another')
    const refused = archive()
    assert.equal(refused.status, 1)
    assert.equal(refused.stderr, `another ${SEGMENT} is archived already\n`)
    assert.deepEqual(readFileSync(file), packed)
    writeFileSync(file, packed.subarray(0, 50))
    assert.equal(archive().status, 1, 'nor over one that is damaged')

    rmSync(file)
    writeFileSync(writerFile(root), 'another-token\nidentity\nplace\n')
    assert.equal(archive().stderr, 'this archive was taken over by another database or a later start\n')
    rmSync(writerFile(root))
    assert.equal(archive().status, 1, 'nor while nobody may')
    assert.deepEqual(readdirSync(wal), [])

    const { restore_command, recovery_target_time, recovery_target_timeline } = recoverySettings(
      wal,
      new Date(0),
    )
    assert.deepEqual(
      [recovery_target_time, recovery_target_timeline],
      ['1970-01-01 00:00:00.000+00', 'current'],
    )
    writeFileSync(file, gzipSync('restored'))
    assert.equal(runAs(restore_command, cluster, 'back').status, 0)
    assert.equal(readFileSync(join(cluster, 'back'), 'utf8'), 'restored')
    const missing = runAs(restore_command?.replaceAll('%f', 'nothing'), cluster, 'none')
    assert.deepEqual([missing.status, readdirSync(cluster).includes('none')], [1, false])
  })

test('a folder that is gone is a failure, and all that is there can be asked for', () => {
  const cluster = temporaryFolder()
  writeFileSync(join(cluster, 'segment'), 'log')
  writeFileSync(writerFile(cluster), 't\n')
  const { archive_command } = archivingSettings({ root: cluster, wal: join(cluster, 'gone') }, 't')
  assert.notEqual(runAs(archive_command, cluster, 'segment').status, 0)
  assert.equal('recovery_target_time' in recoverySettings(cluster, null), false)
})
