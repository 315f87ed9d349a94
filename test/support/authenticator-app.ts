// An authenticator app, written independently of the service: it reads the address in the QR code.
import { createHmac } from 'node:crypto'
import type { Clock } from '../../server/kernel/process/clock.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that it shows `steps` half minutes from now. */
export type App = (steps?: number) => string

export function scan(uri: string, clock: Clock): App {
  const { searchParams } = new URL(uri)
  const digits = Number(searchParams.get('digits'))
  const periodMs = Number(searchParams.get('period')) * 1_000
  const bits = [...(searchParams.get('secret') ?? '')]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  return (steps = 0) => {
    const step = Math.floor(clock.now().getTime() / periodMs) + steps
    const counter = Buffer.from(step.toString(16).padStart(16, '0'), 'hex')
    const mac = createHmac('sha1', secret).update(counter).digest('hex')
    const start = Number.parseInt(mac.slice(-1), 16) * 2
    const number = BigInt(`0x${mac.slice(start, start + 8)}`) & 0x7fffffffn
    return String(number).padStart(digits, '0').slice(-digits)
  }
}
