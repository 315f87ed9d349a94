// A whole service in a process of its own, on its own embedded database with fsync on, for tests that kill it.
// It knows one more kind of due work, "mark", which emits an event when it is done.
import { once } from 'node:events'
import { makeLog } from '../../../server/base/process/log.ts'
import { emit } from '../../../server/events/emit.ts'
import { finish } from '../../../server/outbox/due-work.ts'
import { transaction } from '../../../server/outbox/transaction.ts'
import { readConfig } from '../../../server/service/config.ts'
import { startService } from '../../../server/service/start-service.ts'
import { KINDS, type Kinds } from '../../../server/worker/kinds.ts'

const kinds: Kinds = {
  ...KINDS,
  mark: {
    async run(world, { piece, scope, payload }) {
      // The first process to run it never comes to an end: it is killed while it holds the work.
      if ((payload as { hangsIn: string }).hangsIn === world.config.environment) await new Promise(() => {})
      await transaction(world, scope!, async (tx) => {
        emit(tx, 'api_key.created', { id: piece.key })
        finish(tx, piece)
      })
    },
    waitsMs: [1_000],
    laneCap: 1_000,
  },
}

const service = await startService(readConfig(process.env), makeLog({ level: 'fatal' }), { kinds })
process.stdout.write(`${JSON.stringify({ url: service.url, teamId: service.opened.demo?.team.id })}\n`)
await once(process, 'SIGTERM')
await service.stop()
