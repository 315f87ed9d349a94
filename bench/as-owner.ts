// Changes of tables by the owner of the embedded database: the service may only change rows.
import { withClient } from '../server/kernel/db/db.ts'
import { findRunningServer } from '../server/kernel/db/embedded-postgres/leftover.ts'

export async function asOwner(dataDir: string, sql: string): Promise<void> {
  const server = await findRunningServer(dataDir)
  if (server === null) throw new Error(`no database runs in ${dataDir}`)
  await withClient(server.connection, (client) => client.query(sql))
}
