// Somebody who means ill, in a process of its own and bounded: a few connections that ask again as soon as they are
// answered, whatever the answer.
import { once } from 'node:events'
import { connect } from 'node:net'
import { Pool } from 'undici'

export type Attack = 'search' | 'callback' | 'body'

const CONNECTIONS = 8
const UNFINISHED = 60
const MEGABYTE = `{"items":[${'{},'.repeat(340_000)}{}]}`
/** Up to 80 requests a second: sixteen times what once stopped the service. */
const AGAIN_AFTER_MS = 100
const CODES = ['GRU', 'LIS', 'MAD', 'CDG', 'FCO', 'LHR', 'JFK']

const [attack = '', url = '', key = ''] = process.argv.slice(2)
const authorization = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
// Its addresses are not the victim's, who has limits of its own.
const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1, localAddress: '127.0.0.2' })

const requests: Readonly<Record<Attack, (n: number) => { path: string; body: string }>> = {
  search: (n) => ({ path: '/api/v1/flights/search', body: JSON.stringify(searchOf(n)) }),
  callback: () => ({ path: '/callbacks/pix-bacen/not-a-token', body: MEGABYTE }),
  body: () => ({ path: '/api/v1/invoices', body: MEGABYTE }),
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
    const { path, body } = make(sent++)
    const answer = await pool
      .request({ method: 'POST', path, headers: authorization, body })
      .catch(() => null)
    await answer?.body.dump().catch(() => null)
    // A flood that is refused for its form would cost nobody anything, and measure nothing.
    if (attack === 'search' && answer?.statusCode === 400) throw new Error('the searches are not well formed')
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
