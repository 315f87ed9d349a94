// An attacker in a separate process: a few connections that send the next request after each response.
import { once } from 'node:events'
import { connect } from 'node:net'
import { Pool } from 'undici'

export type Attack = 'search' | 'callback' | 'body' | 'pdf'

const CONNECTIONS = 8
const UNFINISHED = 60
const MEGABYTE = `{"items":[${'{},'.repeat(340_000)}{}]}`
/** Up to 80 requests a second. */
const AGAIN_AFTER_MS = 100
const CODES = ['GRU', 'LIS', 'MAD', 'CDG', 'FCO', 'LHR', 'JFK']

const [attack = '', url = '', key = ''] = process.argv.slice(2)
const authorization = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
// Its addresses differ from the victim's, who has limits of its own.
const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1, localAddress: '127.0.0.2' })

interface Request {
  method?: 'GET'
  path: string
  body?: string
}

/** Previews of its brand, which are rendered each time. */
const samples = attack === 'pdf' ? await Promise.all(Array.from({ length: CONNECTIONS }, sampleOf)) : []

const requests: Readonly<Record<Attack, (n: number) => Request>> = {
  pdf: (n) => ({ method: 'GET', path: samples[n % CONNECTIONS] ?? '' }),
  search: (n) => ({ path: '/api/v1/flights/search', body: JSON.stringify(searchOf(n)) }),
  callback: () => ({ path: '/callbacks/pix-bacen/not-a-token', body: MEGABYTE }),
  body: () => ({ path: '/api/v1/invoices', body: MEGABYTE }),
}

async function sampleOf(): Promise<string> {
  const { body } = await pool.request({ method: 'GET', path: '/api/v1/team/preview', headers: authorization })
  const { data } = (await body.json()) as { data: { pdf_url: string } }
  return new URL(data.pdf_url).pathname
}

function searchOf(n: number): object {
  const slices = CODES.slice(1).map((destination, leg) => ({
    origin: CODES[leg],
    destination,
    departureDate: new Date(Date.parse('2027-02-01') + (leg * 7 + (n % 300)) * 86_400_000)
      .toISOString()
      .slice(0, 10),
  }))
  return { type: 'multi_city', slices, passengers: [{ type: 'adult', count: 1 }], limit: 200 }
}

const make = requests[attack as Attack]
let sent = 0
async function flood(): Promise<never> {
  for (;;) {
    const { method = 'POST', path, body = null } = make(sent++)
    const answer = await pool.request({ method, path, headers: authorization, body }).catch(() => null)
    await answer?.body.dump().catch(() => null)
    // Malformed requests would be cheap, and measure nothing.
    const refused = { search: 400, pdf: 404, callback: 0, body: 0 }[attack as Attack]
    if (answer?.statusCode === refused) throw new Error('the requests are not well formed')
    await new Promise((done) => setTimeout(done, AGAIN_AFTER_MS))
  }
}
for (let n = 0; n < CONNECTIONS; n++) void flood()
if (attack === 'body') for (let n = 0; n < UNFINISHED; n++) leaveUnfinished()

function leaveUnfinished(): void {
  const { hostname, port } = new URL(url)
  const head = `POST /api/v1/invoices HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n`
  const headers = Object.entries(authorization).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.0.2' })
  socket.on('error', () => {}).on('close', () => setTimeout(leaveUnfinished, AGAIN_AFTER_MS))
  socket.write(`${head}${headers.join('')}\r\n${MEGABYTE.slice(0, 300_000)}`)
}

process.stdout.write(`${JSON.stringify({ attack })}\n`)
await once(process, 'SIGTERM')
process.exit(0)
