// Lets a process go on answering while balancers learn that it is about to stop: from then on every answer ends its
// connection, so that the next request is sent elsewhere.
import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { ProcessConfig } from '../../kernel/process/settings.ts'
import type { HttpConfig } from './settings.ts'

export interface Drain {
  isOn(): boolean
  /** Resolves when nobody should be sending requests any more. */
  begin(): Promise<void>
}

/** Balancers ask every few seconds; whoever develops wants to start again. */
const SECONDS_IN_PRODUCTION = 5

type DrainConfig = Pick<HttpConfig, 'drainSeconds'> & Pick<ProcessConfig, 'environment'>

export function drainMs({ drainSeconds, environment }: DrainConfig): number {
  return 1_000 * (drainSeconds ?? (environment === 'production' ? SECONDS_IN_PRODUCTION : 0))
}

export function makeDrain(server: Server, config: DrainConfig): Drain {
  let isOn = false
  return {
    isOn: () => isOn,
    async begin() {
      isOn = true
      // Before anybody writes the answer's headers. Costs nothing until then.
      server.prependListener('request', (_request, response) => {
        response.shouldKeepAlive = false
      })
      await wait(drainMs(config))
    },
  }
}
