// PostgreSQL's notice about a commit without its standby belongs to that commit and no other.
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { ClientBase } from 'pg'
import { watchReplication } from './replication.ts'

test('a commit without a standby is refused; notices before the transaction do not count', () => {
  const client = new EventEmitter()
  const note = (routine: string) => client.emit('notice', { routine })
  note('SyncRepWaitForLSN')
  const first = watchReplication(client as ClientBase)
  note('exec_simple_query')
  first.refuseUnreplicated()
  note('SyncRepWaitForLSN')
  assert.throws(() => first.refuseUnreplicated(), { code: '08007' })
  first.stop()
  const second = watchReplication(client as ClientBase)
  second.refuseUnreplicated()
  second.stop()
  assert.equal(client.listenerCount('notice'), 0)
})
