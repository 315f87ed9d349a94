// Runs work in a transaction of the database: committed when it is done, rolled back when it fails. A connection that
// cannot even roll back is thrown away.
import type { Pool, Queryable } from './db.ts'

export async function committed<T>(pool: Pool, work: (client: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}
