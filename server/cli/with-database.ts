// What backup and restore begin with: a session of the owner's on a database that is left as it is, not migrated.
import type pg from 'pg'
import { type Connection, withClient } from '../base/database/db.ts'
import type { Config } from '../service/config.ts'
import { openDatabase } from '../service/open-database.ts'

export interface DatabaseSession {
  config: Config
  client: pg.Client
  /** How the service itself comes in, which need not be the owner. */
  service: Connection
  /** No service can be running on this database. */
  alone: boolean
}

/** With `share` it joins the embedded database of a running service, which else refuses. */
export async function withDatabase(
  config: Config,
  share: boolean,
  work: (session: DatabaseSession) => Promise<void>,
): Promise<void> {
  const database = await openDatabase(config, () => {}, { share })
  try {
    await withClient(database.owner, (client) =>
      work({ config, client, service: database.connection, alone: database.alone }),
    )
  } finally {
    await database.close()
  }
}
