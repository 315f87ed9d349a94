// Ids for examples of requests, by what the description of a parameter says that it is the id of.

import { zeros } from '../../features/sandbox/samples.ts'

export const EXAMPLE_UUID = '00000000-0000-4000-8000-000000000000'

/** What a parameter with this description could be: `Id of the booking (ord_)`. */
export function exampleFor(description = ''): string | undefined {
  const [, form] = /^Id of the [\w ]+ \((\w+?)_?\W/.exec(`${description} `) ?? []
  if (form === undefined) return undefined
  return form === 'UUID' ? EXAMPLE_UUID : zeros(form)
}
