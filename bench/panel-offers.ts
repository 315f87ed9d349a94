// The rendering time of many offers in the panel: from the response to a full screen, and until all of them
// are in the document and painted.
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { realClock } from '../server/kernel/process/clock.ts'
import { median } from './side-by-side.ts'
import { WATCH_SEARCH } from './watch-page.ts'

export const OFFERS = 200

export interface OffersDrawn {
  seenMs: number
  wholeMs: number
}

/** Medians, each search on its own page. */
export async function offersDrawn(
  open: () => Promise<BrowserContext>,
  url: string,
  { rounds, slower }: { rounds: number; slower: number },
): Promise<OffersDrawn> {
  const all: OffersDrawn[] = []
  for (let round = 0; round < rounds; round++) {
    const context = await open()
    const page = await context.newPage()
    await page.route('**/api/v1/flights/search', answerAtLength)
    await page.addInitScript(`self.wanted = ${OFFERS}`)
    await page.addInitScript(WATCH_SEARCH)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await page.goto(`${url}/painel/voos?type=one_way&legs=GRU-SDU-${inAMonth()}`)
    all.push(await drawnOn(page))
    await context.close()
  }
  return {
    seenMs: median(all.map(({ seenMs }) => seenMs)),
    wholeMs: median(all.map(({ wholeMs }) => wholeMs)),
  }
}

async function drawnOn(page: Page): Promise<OffersDrawn> {
  for (let tries = 0; tries < 300; tries++) {
    const { answered, seen, whole } = Object(
      await page.evaluate('({ answered: self.answered, seen: self.seen, whole: self.whole })'),
    )
    if (whole !== undefined) return { seenMs: seen - answered, wholeMs: whole - answered }
    await pause(100)
  }
  throw new Error('not all offers were drawn')
}

/** The response of a real search, with its offers repeated on other flights until there are enough. */
async function answerAtLength(route: Route): Promise<void> {
  const answer = await route.fetch()
  const body = Object(await answer.json())
  const { offers } = body
  body.offers = Array.from({ length: OFFERS }, (_, n) => {
    const offer = structuredClone(offers[n % offers.length])
    const again = Math.floor(n / offers.length)
    for (const { segments } of offer.slices)
      for (const segment of segments) segment.marketing_carrier_flight_number += again
    return { ...offer, id: `${offer.id}${n}` }
  })
  await route.fulfill({ response: answer, json: body })
}

function inAMonth(): string {
  return new Date(realClock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10)
}
