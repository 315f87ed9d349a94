// `restore` takes a file or an archive; naming both is refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMMANDS } from '../commands.ts'
import type { CommandFailure } from '../failures.ts'
import { terminal } from '../terminal.ts'

const restore = COMMANDS.find(({ name }) => name === 'restore') ?? assert.fail()

for (const more of [
  ['--to', '2026-11-16T12:00:00Z'],
  ['--from', '/mnt/backup'],
  ['--from', '/mnt/backup', '--to', '2026-11-16T12:00:00Z'],
])
  test(`restore refuses a backup file with ${more.join(' ')}, which are for an archive`, async () => {
    await assert.rejects(restore.run(['all.backup', ...more], terminal), {
      why: 'notUnderstood',
      message: 'FILE is left out with --from and --to, which are for an archive',
    })
  })

test('an archive is not restored --to yesterday', async () => {
  await assert.rejects(
    restore.run(['--from', '/mnt/backup', '--to=yesterday'], terminal),
    ({ code, message }: CommandFailure) => code === 'invalid_request_parameters' && /^--to /.test(message),
  )
})
