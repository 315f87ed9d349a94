// The token of a link stands behind #, so that it is in no log; and whether the service has refused it.
import { useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'

export function useLinkToken() {
  const [token] = useState(tokenHere)
  const [isRefused, setRefused] = useState(false)
  useEffect(() => keepToken(token), [token])
  return {
    token,
    isGood: token !== '' && !isRefused,
    /** Does something with it; a link that is over is said in place of the form, other failures beside it. */
    using: async (work: () => Promise<unknown>) => {
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

/** Out of the address, which the browser's history would list; a reload of the tab still finds it. */
function keepToken(token: string): void {
  if (token !== '')
    history.replaceState({ ...Object(history.state), token }, '', `${location.pathname}${location.search}`)
}
