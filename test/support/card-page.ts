// The payer's side of a card: the form on the page of an invoice, sent as a browser sends it.
import assert from 'node:assert/strict'
import { request } from 'undici'

export interface CardPage {
  text: string
  /** The numbers of instalments that may be chosen. */
  counts: number[]
  /** The page of the bank, once it takes the card. */
  bankUrl: string | null
}

const LOCAL = /^https?:\/\/[^/]+/

export async function cardPage(
  origin: string,
  invoice: { payment_url: string },
  query = '',
): Promise<CardPage> {
  const { statusCode, body } = await request(origin + invoice.payment_url.replace(LOCAL, '') + query)
  const text = await body.text()
  assert.equal(statusCode, 200, text)
  return {
    text,
    counts: [...text.matchAll(/<option value="(\d+)"/g)].map(([, count]) => Number(count)),
    bankUrl:
      /<a class="button" href="([^"]+)"/.exec(text.slice(text.indexOf('Pague com cartão')))?.[1] ?? null,
  }
}

/** Chooses a number of instalments; returns where the browser is led. */
export async function chooseCard(
  origin: string,
  invoice: { payment_url: string },
  instalments: number,
  changes: { amount?: string; address?: string } = {},
): Promise<string> {
  const { text } = await cardPage(origin, invoice)
  const amount = changes.amount ?? /name="amount" value="([^"]+)"/.exec(text)?.[1] ?? ''
  return sendForm(
    `${origin}${invoice.payment_url.replace(LOCAL, '')}/card`,
    { amount, instalments: String(instalments) },
    changes.address,
  )
}

/** Returns where the browser is led. The service believes the address if it trusts a proxy. */
export async function sendForm(
  url: string,
  fields: Record<string, string>,
  address?: string,
): Promise<string> {
  const { statusCode, headers, body } = await request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: new URL(url).origin,
      ...(address !== undefined && { 'x-forwarded-for': address }),
    },
    body: new URLSearchParams(fields).toString(),
  })
  const text = await body.text()
  assert.equal(statusCode, 303, text)
  return String(headers.location)
}
