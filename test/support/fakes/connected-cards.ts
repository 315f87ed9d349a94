// A live team with a bank for cards, its clock, and an invoice that a payer pays on its page.
import assert from 'node:assert/strict'
import { fixedClock } from '../../../server/kernel/process/clock.ts'
import { type CardPage, cardPage, chooseCard } from '../card-page.ts'
import { eventually } from '../eventually.ts'
import { INVOICES, newClient, newInvoice, read } from '../invoicing.ts'
import { AT_ONCE, startApp, type TestApp } from '../start-app.ts'
import { PROVIDERS } from './connected-bank.ts'

export const CARD_CLOCK = fixedClock(new Date('2026-11-16T15:00:00.000Z'))
const PUBLIC_URL = 'https://embarque.example.test'
const MINUTE_MS = 60_000

// biome-ignore lint/suspicious/noExplicitAny: invoices as the API shows them
type Data = any

export interface CardShop {
  app: TestApp
  /** The address at which the bank calls. */
  callbackUrl: string
  /** Moves the clock, and waits until all that is due then has run. */
  passed(ms: number): Promise<void>
  /** In steps, so that each job runs at about its time. */
  passedSlowly(ms: number, stepMs: number): Promise<void>
  invoice(fields?: object): Promise<CardSale>
}

export interface CardSale {
  id: string
  page(query?: string): Promise<CardPage>
  /** The payer chooses; returns where the browser is led. */
  choose(instalments: number): Promise<string>
  now(): Promise<Data>
  card(): Promise<Data>
  txid(method?: string): Promise<string>
  becomes(what: string, is: (invoice: Data) => boolean): Promise<Data>
}

export async function openCardShop(provider: object, more: object[] = []): Promise<CardShop> {
  const wall = CARD_CLOCK
  const app = await startApp({ wall, settings: { ...AT_ONCE, PUBLIC_URL } })
  const { live } = app
  const { world } = app.service
  const answer = await live.post(PROVIDERS, provider)
  assert.equal(answer.status, 201, answer.text)
  for (const other of more) assert.equal((await live.post(PROVIDERS, other)).status, 201)
  const passed = (ms: number) => {
    wall.advance(ms)
    world.jobsAdded()
    return app.service.worker!.idle()
  }
  const sale = async (fields: object = {}): Promise<CardSale> => {
    const client_id = (await newClient(live, { full_name: 'Ana Souza', cpf: '529.982.247-25' })).id
    const invoice = await newInvoice(live, {
      client_id,
      items: [{ description: 'Pacote', quantity: 1, unit_price: 2500 }],
      status: 'sent',
      due_date: '2099-12-10',
      payment_methods: ['pix', 'card'],
      ...fields,
    })
    const { id } = invoice
    const now = () => read(live, `${INVOICES}/${id}`)
    return {
      id,
      page: (query) => cardPage(app.url, invoice, query),
      choose: (instalments) => chooseCard(app.url, invoice, instalments),
      now,
      card: async () => (await now()).charges.findLast(({ method }: Data) => method === 'card'),
      async txid(method = 'card') {
        const sql =
          'select txid from charges where reference_id = $1 and method = $2 order by id desc limit 1'
        return (await world.pool.query(sql, [id, method])).rows[0].txid
      },
      becomes: (what, is) =>
        eventually(what, async () => {
          await passed(MINUTE_MS / 2)
          const shown = await now()
          return is(shown) && shown
        }),
    }
  }
  return {
    app,
    callbackUrl: `${app.url}${new URL(answer.body.data.callback_url).pathname}`,
    passed,
    async passedSlowly(ms, stepMs) {
      for (let gone = 0; gone < ms; gone += stepMs) await passed(stepMs)
    },
    invoice: sale,
  }
}

export const isPaid = (invoice: Data): boolean => invoice.payment_status === 'paid'
