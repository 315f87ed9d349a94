// The token of a mailed link and whether it is invalid. The token is in the URL fragment, so that it appears in no log.
import { useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'

export function useLinkToken() {
  const [token] = useState(tokenHere)
  const [isRefused, setRefused] = useState(false)
  useEffect(() => storeToken(token), [token])
  return {
    token,
    isGood: token !== '' && !isRefused,
    /** Runs an operation with the token. An invalid link replaces the form; other errors appear beside it. */
    withToken: async (work: () => Promise<unknown>) => {
      try {
        await work()
      } catch (error) {
        if (error instanceof ApiError && error.code === 'link_not_valid') setRefused(true)
        throw error
      }
    },
  }
}

function tokenHere(): string {
  const { token }: { token?: unknown } = Object(history.state)
  return location.hash.slice(1) || (typeof token === 'string' ? token : '')
}

/** Removes the token from the URL and thus from the browser history; a reload of the tab still finds it. */
function storeToken(token: string): void {
  if (token !== '')
    history.replaceState({ ...Object(history.state), token }, '', `${location.pathname}${location.search}`)
}
