// The token of a link stands behind #, so that it is in no log; and whether the service has refused it.
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'

export function useLinkToken() {
  const [token] = useState(() => location.hash.slice(1))
  const [isRefused, setRefused] = useState(false)
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
