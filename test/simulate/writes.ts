// The record of requests and responses: the model the service is compared with. A write is sent with its own
// key until its response is final; until then it is in doubt.
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, ask, isDefinite, isTaken, type Question } from './ask.ts'
import type { Random } from './random.ts'
import type { Town } from './town.ts'

/** Whatever a write makes and a list of the API shows with the mark that the write gave it. */
export type Thing =
  | 'client'
  | 'booking'
  | 'recharge'
  | 'invoice'
  | 'quote'
  | 'recurring'
  | 'trip'
  | 'tripItem'
  | 'key'
  | 'payment'
  | 'creditNote'

export interface Write {
  /** What it makes can be told by it among all others. */
  mark: string
  /** Null where it changes what is there. */
  thing: Thing | null
  question: Question & { idempotencyKey: string }
  /** The one that counts. */
  answer: Answer | null
  /** How often it was sent without one. */
  doubts: number
  /** Answers that no fault excuses. */
  wrong: string[]
}

/** Who writes: with which key, and where it is kept. */
interface Writer {
  key: string
  mode: string
  writes: Write[]
}

const AGAIN_MAX = 3
const DOUBLE_PERCENT = 12
const IN_DOUBT_PERCENT = 35

/** Like a client: once, sometimes twice at the same time, and again without a response, or later. */
export async function write(
  town: Town,
  shop: Writer,
  chance: Random,
  { mark, thing, ...question }: Question & { mark: string; thing: Thing | null },
): Promise<Write> {
  const idempotencyKey = `${mark}-${shop.mode}`
  const made: Write = {
    mark,
    thing,
    question: { ...question, key: shop.key, idempotencyKey },
    answer: null,
    doubts: 0,
    wrong: [],
  }
  shop.writes.push(made)
  const urls = town.services.all.map(({ url }) => url)
  const isDouble = chance.chance(DOUBLE_PERCENT)
  const leavesIt = chance.chance(IN_DOUBT_PERCENT)
  const first = chance.below(urls.length)
  for (let tries = 0; tries < AGAIN_MAX && made.answer === null; tries++) {
    const to = (offset: number) => urls[(first + tries + offset) % urls.length] ?? ''
    await Promise.all((isDouble ? [to(0), to(1)] : [to(0)]).map((url) => send(made, url)))
    if (leavesIt) break
    if (made.answer === null) await pause(200)
  }
  return made
}

/** Repeats every write in doubt until its response is final, now that no fault prevents it. */
export async function resolve(town: Town, writes: readonly Write[], waitMaxMs: number): Promise<void> {
  const untilMs = performance.now() + waitMaxMs
  const urls = town.services.all.map(({ url }) => url)
  await Promise.all(
    writes.map(async (one, index) => {
      // Always the same process: it must get to know what another one began.
      const url = urls[index % urls.length] ?? ''
      while (one.answer === null && performance.now() < untilMs) {
        await send(one, url)
        if (one.answer === null) await pause(250)
      }
    }),
  )
}

async function send(made: Write, url: string): Promise<void> {
  const answer = await ask(url, made.question)
  const { method, path } = made.question
  if (!isDefinite(answer)) made.doubts++
  // What is refused for the moment may be taken the next time; what is taken stays so.
  else if (made.answer === null || !isTaken(made.answer)) made.answer = answer
  else if (made.answer.text !== answer.text)
    made.wrong.push(
      `${method} ${path} under one key: ${made.answer.text} and ${answer.status} ${answer.text}`,
    )
}

export const isAcknowledged = ({ answer }: Write) => answer !== null && isTaken(answer)
/** The body that it was acknowledged with. */
export const takenBody = ({ answer }: Write) =>
  answer !== null && isTaken(answer) ? (answer.body?.data ?? answer.body) : null
