// The tools of an actor in one step: the shop, randomness, and requests.
import { type Answer, ask, type Question } from './ask.ts'
import type { Random } from './random.ts'
import type { Shop } from './shop.ts'
import type { Town } from './town.ts'
import { type Thing, type Write, write } from './writes.ts'

export interface Life {
  town: Town
  shop: Shop
  chance: Random
  /** Of this step, and of nothing else. */
  mark: string
  /** The same as a number of cents, for what is told by its amount alone. */
  cents: number
  write(method: Question['method'], path: string, body?: object, thing?: Thing): Promise<Write>
  read(path: string): Promise<Answer>
  /** Once, and with the key of the shop unless another is named. */
  ask(question: Question): Promise<Answer>
  /** A process of the service. */
  process: number
}

interface Named {
  town: Town
  shop: Shop
  chance: Random
  mark: string
  cents: number
}

export function makeLife({ town, shop, chance, mark, cents }: Named): Life {
  const process = chance.below(town.services.all.length)
  let writes = 0
  const url = town.services.all[process]?.url ?? ''
  const asking = (question: Question) => ask(url, { key: shop.key, ...question })
  return {
    town,
    shop,
    chance,
    mark,
    cents,
    process,
    write(method, path, body, thing) {
      const own = writes++ === 0 ? mark : `${mark}.${writes}`
      return write(town, shop, chance, { mark: own, thing: thing ?? null, method, path, body })
    },
    read: (path) => asking({ method: 'GET', path }),
    ask: asking,
  }
}
