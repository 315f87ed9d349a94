// Follows the team's event stream and reloads the queries that each event makes stale.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { rereadTeam } from './query-client.ts'
import { readStream } from './read-stream.ts'
import { staleBy } from './stale-by-event.ts'
import { refresh } from './use-change.ts'
import { useWishes } from './use-wishes.ts'
import { headersOfWishes } from './wishes.ts'

const STREAM = '/api/v1/stream'
const AGAIN_MS = { first: 1_000, most: 60_000 }
/** Events of one cause arrive together and are handled as one batch. */
const GATHER_MS = 250

/** Open only while the tab is visible: six open HTTP/1.1 streams would block all other requests of the browser. */
export function useStream(when: boolean): void {
  const client = useQueryClient()
  const { mode, team } = useWishes()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another mode or team is another stream
  useEffect(() => {
    if (!when) return
    let follower = document.hidden ? null : follow(client)
    const turn = () => {
      follower?.abort()
      follower = document.hidden ? null : follow(client)
      // Events of the meantime were missed.
      if (!document.hidden) void client.invalidateQueries()
    }
    document.addEventListener('visibilitychange', turn)
    return () => {
      document.removeEventListener('visibilitychange', turn)
      follower?.abort()
    }
  }, [client, when, mode, team])
}

function follow(client: QueryClient): AbortController {
  const stop = new AbortController()
  void keepFollowing(client, stop.signal)
  return stop
}

async function keepFollowing(client: QueryClient, signal: AbortSignal): Promise<void> {
  let waitMs = AGAIN_MS.first
  while (!signal.aborted) {
    try {
      const response = await fetch(STREAM, { headers: headersOfWishes(), signal })
      if (response.ok && response.body !== null) {
        waitMs = AGAIN_MS.first
        await readStream(response.body, gathered(client))
      }
      // The server ends the stream if access was lost; the response of `team.read` shows why.
      if (!signal.aborted) rereadTeam(client)
      // Without permission or without a stream, a retry is pointless.
      if ([401, 403, 404].includes(response.status)) return
    } catch {
      if (signal.aborted) return
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    waitMs = Math.min(AGAIN_MS.most, waitMs * 2)
  }
}

function gathered(client: QueryClient): (event: { type: string }) => void {
  const stale = new Set<string>()
  return ({ type }) => {
    if (stale.size === 0)
      setTimeout(() => {
        void refresh(client, [...stale])
        stale.clear()
      }, GATHER_MS)
    for (const name of staleBy(type)) stale.add(name)
  }
}
