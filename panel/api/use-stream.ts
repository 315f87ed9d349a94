// Follows the team's event stream and reloads the queries that each event makes stale.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readStream, staleBy } from './event-stream.ts'
import { preferenceHeaders } from './preferences.ts'
import { refetchTeam } from './query-client.ts'
import { refresh } from './use-change.ts'
import { usePreferences } from './use-preferences.ts'

const STREAM = '/api/v1/stream'
const RETRY_MS = { first: 1_000, most: 60_000 }
/** Events of one cause arrive together and are handled as one batch. */
const BATCH_MS = 250

/** Open only while the tab is visible: six open HTTP/1.1 streams would block all other requests of the browser. */
export function useStream(isEnabled: boolean): void {
  const client = useQueryClient()
  const { mode, team } = usePreferences()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another mode or team is another stream
  useEffect(() => {
    if (!isEnabled) return
    let follower = document.hidden ? null : startFollowing(client)
    const handleVisibility = () => {
      follower?.abort()
      follower = document.hidden ? null : startFollowing(client)
      // Events of the meantime were missed.
      if (!document.hidden) void client.invalidateQueries()
    }
    document.addEventListener('visibilitychange', handleVisibility)
    return () => {
      document.removeEventListener('visibilitychange', handleVisibility)
      follower?.abort()
    }
  }, [client, isEnabled, mode, team])
}

function startFollowing(client: QueryClient): AbortController {
  const stop = new AbortController()
  void followStream(client, stop.signal)
  return stop
}

async function followStream(client: QueryClient, signal: AbortSignal): Promise<void> {
  let waitMs = RETRY_MS.first
  while (!signal.aborted) {
    try {
      const response = await fetch(STREAM, { headers: preferenceHeaders(), signal })
      if (response.ok && response.body !== null) {
        waitMs = RETRY_MS.first
        await readStream(response.body, batched(client))
      }
      // The server ends the stream if access was lost; the response of `team.read` shows why.
      if (!signal.aborted) refetchTeam(client)
      // Without permission or without a stream, a retry is pointless.
      if ([401, 403, 404].includes(response.status)) return
    } catch {
      if (signal.aborted) return
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    waitMs = Math.min(RETRY_MS.most, waitMs * 2)
  }
}

function batched(client: QueryClient): (event: { type: string }) => void {
  const stale = new Set<string>()
  return ({ type }) => {
    if (stale.size === 0)
      setTimeout(() => {
        void refresh(client, [...stale])
        stale.clear()
      }, BATCH_MS)
    for (const name of staleBy(type)) stale.add(name)
  }
}
