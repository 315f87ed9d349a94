// The text of an error: the screen's own, or the service's message.
import { ApiError, NO_NETWORK } from '../api/api-error.ts'
import type { partWords } from '../words/parts.ts'

export function failureText(error: unknown, { failed }: (typeof partWords)['pt']) {
  if (!(error instanceof ApiError)) return { title: failed.title, text: failed.text }
  if (error.screenText !== undefined) return { title: failed.title, text: error.screenText }
  if (error.code === NO_NETWORK) return { title: failed.noNetworkTitle, text: failed.noNetwork }
  const { status, userMessage } = error
  if (status === 412) return { title: failed.staleTitle, text: failed.stale }
  if (status === 403) return { title: failed.forbiddenTitle, text: userMessage ?? failed.forbidden }
  if (status === 404) return { title: failed.notFoundTitle, text: userMessage ?? failed.notFound }
  if (status === 429) return { title: failed.slowTitle, text: userMessage ?? failed.slow }
  return { title: failed.title, text: userMessage ?? failed.text }
}
