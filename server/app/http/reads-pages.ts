// Whether who sent a request sits before a browser: then a refusal is a page, and not JSON. It is so of the links that
// payers and clients get, also where one was cut off or mistyped so that it leads nowhere.
import type { FastifyRequest } from 'fastify'
import { INVOICE_PATH, PAY_PATH, QUOTE_PATH } from '../../../contract/links.ts'
import { readWishes } from './read-wishes.ts'

const LINKS = [PAY_PATH, INVOICE_PATH, QUOTE_PATH]

export function readsPages({ url, headers, routeOptions }: FastifyRequest): boolean {
  const { operation } = routeOptions.config
  const isForPeople = operation === undefined ? leadsToPage(url) : operation.forPeople === true
  return isForPeople && !asksForJson(headers.accept)
}

function leadsToPage(url: string): boolean {
  return LINKS.some((path) => url === path || url.startsWith(`${path}/`))
}

/** By name, and more than for a page: what takes anything, as browsers do for a picture, gets the page. */
function asksForJson(accept: string | undefined): boolean {
  const likings = new Map(readWishes(accept))
  return (likings.get('application/json') ?? 0) > (likings.get('text/html') ?? 0)
}
