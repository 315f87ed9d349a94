// What a failure is called in the reader's language: the few that every screen can meet, and else what the API says.
import { ApiError, NO_NETWORK } from '../api/api-error.ts'
import type { partWords } from '../words/parts.ts'

export function failureText(error: unknown, { failed }: (typeof partWords)['pt']) {
  if (!(error instanceof ApiError)) return { title: failed.title, text: failed.text }
  if (error.said !== undefined) return { title: failed.title, text: error.said }
  if (error.code === NO_NETWORK) return { title: failed.noNetworkTitle, text: failed.noNetwork }
  if (error.status === 412) return { title: failed.staleTitle, text: failed.stale }
  if (error.status === 403) return { title: failed.forbiddenTitle, text: failed.forbidden }
  if (error.status === 404) return { title: failed.notFoundTitle, text: failed.notFound }
  if (error.status === 429) return { title: failed.slowTitle, text: failed.slow }
  if (error.status >= 500) return { title: failed.title, text: failed.text }
  return { title: failed.title, text: error.message }
}
