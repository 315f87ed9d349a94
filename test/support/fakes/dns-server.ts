// A fake name server over UDP on loopback: it responds, reports a missing name, or stays silent.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'

/** The addresses of a name, `none` if there is no such name, `fails` if the server has an error. */
export type DnsAnswer = { addresses: string[]; ttlSeconds?: number } | 'none' | 'fails' | 'silent'

export interface DnsServer {
  /** For the setting DNS_SERVERS. */
  address: string
  /** The requested names in lower case, one for each question. */
  asked: string[]
  answer: (name: string) => DnsAnswer
  close(): Promise<void>
}

const TYPES = { A: 1, AAAA: 28 }
const FLAGS = { answer: 0x8180, none: 0x8183, fails: 0x8182 }
const HEADER_BYTES = 12

export async function startDnsServer(answer: DnsServer['answer']): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const server: DnsServer = {
    address: '',
    asked: [],
    answer,
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query)
    server.asked.push(name)
    const said = server.answer(name)
    if (said !== 'silent') socket.send(replyTo(query, end, type, said), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  server.address = `127.0.0.1:${socket.address().port}`
  return server
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function replyTo(
  query: Buffer,
  questionEnd: number,
  type: number,
  said: Exclude<DnsAnswer, 'silent'>,
): Buffer {
  const records = typeof said === 'string' ? [] : said.addresses.filter((ip) => typeOf(ip) === type)
  const ttl = typeof said === 'string' ? 0 : (said.ttlSeconds ?? 60)
  const header = Buffer.alloc(HEADER_BYTES)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(typeof said === 'string' ? FLAGS[said] : FLAGS.answer, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  return Buffer.concat([
    header,
    query.subarray(HEADER_BYTES, questionEnd),
    ...records.map((ip) => recordOf(ip, ttl)),
  ])
}

const typeOf = (ip: string) => (isIPv4(ip) ? TYPES.A : TYPES.AAAA)

/** The answer repeats the name of the question. */
function recordOf(ip: string, ttl: number): Buffer {
  const bytes = bytesOf(ip)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc000 + HEADER_BYTES, 0)
  head.writeUInt16BE(typeOf(ip), 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(ttl, 6)
  head.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([head, bytes])
}

function bytesOf(ip: string): Buffer {
  if (isIPv4(ip)) return Buffer.from(ip.split('.').map(Number))
  const [before = '', after = ''] = ip.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const zeros = Array(8 - groups(before).length - groups(after).length).fill('0')
  const all = ip.includes('::') ? [...groups(before), ...zeros, ...groups(after)] : groups(ip)
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex')
}
