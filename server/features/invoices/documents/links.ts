// Addresses of the public pages. They cannot be guessed, so they need no key.
import { INVOICE_PATH, QUOTE_PATH } from '../../../../contract/links.ts'
import type { World } from '../../world.ts'

export const LINK_BYTES = 20

export function invoiceUrl(world: World, token: string): string {
  return `${world.address.url}${INVOICE_PATH}/${token}`
}

export function invoicePdfUrl(world: World, token: string): string {
  return `${invoiceUrl(world, token)}/pdf`
}

export function quoteUrl(world: World, token: string): string {
  return `${world.address.url}${QUOTE_PATH}/${token}`
}

export function quotePdfUrl(world: World, token: string): string {
  return `${quoteUrl(world, token)}/pdf`
}
