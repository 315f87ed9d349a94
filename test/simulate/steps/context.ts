// What a step works with: its agency, its random numbers, and requests to one process of the service.
import type { Agency } from '../agency.ts'
import type { Installation } from '../installation/installation.ts'
import type { Random } from '../random.ts'
import { type ApiRequest, type ApiResponse, sendRequest } from '../request.ts'
import { type Resource, sendWrite, type Write } from '../writes.ts'

interface StepInput {
  installation: Installation
  agency: Agency
  random: Random
  /** Identifies the step. Created objects have it as a name or a note. */
  mark: string
  /** The mark of objects without a text: they are identified by their amount. */
  markCents: number
}

export interface Context extends StepInput {
  /** The number of the process that gets the requests. */
  process: number
  /** Is sent with an idempotency key until it has a final response, and recorded. */
  write(method: ApiRequest['method'], path: string, body?: object, creates?: Resource): Promise<Write>
  read(path: string): Promise<ApiResponse>
  /** Is sent once, with the agency's key unless it has another one. */
  send(request: ApiRequest): Promise<ApiResponse>
}

export function makeContext(input: StepInput): Context {
  const { installation, agency, random, mark } = input
  const process = random.below(installation.services.all.length)
  const url = installation.services.all[process]?.url ?? ''
  const send = (request: ApiRequest) => sendRequest(url, { apiKey: agency.apiKey, ...request })
  let writes = 0
  return {
    ...input,
    process,
    write(method, path, body, creates) {
      writes++
      const ownMark = writes === 1 ? mark : `${mark}.${writes}`
      const request = { method, path, body }
      return sendWrite(installation, agency, random, { mark: ownMark, creates: creates ?? null, ...request })
    },
    read: (path) => send({ method: 'GET', path }),
    send,
  }
}
