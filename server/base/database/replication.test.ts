// What PostgreSQL notes of a commit that no standby had in time is held against that commit, and no other.
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import pg from 'pg'
import { forgetUnreplicated, refuseUnreplicated, watchReplication } from './replication.ts'

test('a commit that no standby had is refused once; what came before a transaction is not its own', () => {
  const pool = new pg.Pool()
  watchReplication(pool)
  const session = new pg.Client()
  pool.emit('connect', session)
  const note = (routine: string) => EventEmitter.prototype.emit.call(session, 'notice', { routine })
  note('exec_simple_query')
  refuseUnreplicated(session)
  note('SyncRepWaitForLSN')
  assert.throws(() => refuseUnreplicated(session), { code: '08007' })
  refuseUnreplicated(session)
  note('SyncRepWaitForLSN')
  forgetUnreplicated(session)
  refuseUnreplicated(session)
})
