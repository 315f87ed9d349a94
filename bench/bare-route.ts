// One address of a service compared with a bare route that sends the same bytes and headers.
import { request } from 'undici'
import { startChild } from './child.ts'
import { getsPerSecond } from './load.ts'
import { type Result, sideBySide } from './side-by-side.ts'

// Headers that the server itself writes.
const OWN_HEADERS = ['date', 'connection', 'keep-alive', 'content-length']

interface Asked {
  name: string
  url: string
  sends: Record<string, string>
  /** Per round. */
  requests: number
  atLeast: number
}

export async function overBareRoute({ name, url, sends, requests, atLeast }: Asked): Promise<Result> {
  const sample = await request(url, { headers: sends })
  const headers = Object.fromEntries(
    Object.entries(sample.headers).filter(([header]) => !OWN_HEADERS.includes(header)),
  )
  const bare = await startChild<{ url: string }>('./bare-route-process.ts', {}, [
    JSON.stringify({ body: await sample.body.text(), headers }),
  ])
  try {
    return await sideBySide({
      name,
      ours: () => getsPerSecond(url, sends, requests),
      bare: () => getsPerSecond(`${bare.ready.url}/`, sends, requests),
      atLeast,
    })
  } finally {
    await bare.stop()
  }
}
