// A real SMTP server on loopback that stores mails, and refuses or hangs up on request.
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { type ReadMail, readMail } from './read-mail.ts'

export interface ReceivedMail extends ReadMail {
  envelope: { from: string; to: string[] }
}

export interface SmtpReceiver {
  port: number
  url: string
  /** The accepted mails, in order. */
  mails: ReceivedMail[]
  /** For the next mails, one each: the code of a refusal, or `cut` to accept the mail and disconnect without a response. */
  upcoming: (number | 'cut')[]
  /** The credentials that clients used. */
  logins: string[]
  /** Addresses that do not exist here. */
  unknown: Set<string>
  /** Of a server with delivery reports: the envelopes as received, with their requested reports. */
  wished: object[]
  stop(): Promise<void>
}

export async function startSmtpReceiver({
  port = 0,
  login = false,
  reports = false,
} = {}): Promise<SmtpReceiver> {
  const sockets = new Set<Socket>()
  const receiver = {
    mails: [] as ReceivedMail[],
    upcoming: [] as (number | 'cut')[],
    logins: [] as string[],
    unknown: new Set<string>(),
    wished: [] as object[],
  }
  const server = new SMTPServer({
    disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    authOptional: !login,
    hideDSN: !reports,
    onAuth({ username, password }, _session, answer) {
      receiver.logins.push(`${username}:${password}`)
      answer(null, { user: username ?? '' })
    },
    onRcptTo({ address }, _session, answer) {
      const refused = Object.assign(new Error(`no such user ${address}`), { responseCode: 550 })
      answer(receiver.unknown.has(address) ? refused : null)
    },
    async onData(stream, session, answer) {
      const bytes = await buffer(stream).catch(() => null)
      // A client that disconnects early has sent nothing.
      if (bytes === null) return
      const next = receiver.upcoming.shift()
      if (typeof next === 'number') return answer(refusal(next, session))
      receiver.mails.push({ ...readMail(bytes), envelope: envelopeOf(session) })
      if (reports) receiver.wished.push(session.envelope)
      if (next === undefined) return answer()
      for (const socket of sockets) socket.destroy()
    },
  })
  // Some tests disconnect clients early.
  server.on('error', () => {})
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const listener = server.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  const taken = (listener.address() as AddressInfo).port
  return {
    ...receiver,
    port: taken,
    url: `smtp://127.0.0.1:${taken}`,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
}

/** Servers often name the receiver in their messages. */
function refusal(responseCode: number, session: SMTPServerSession): Error {
  return Object.assign(new Error(`not now for ${envelopeOf(session).to}`), { responseCode })
}

function envelopeOf({ envelope }: SMTPServerSession): { from: string; to: string[] } {
  const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
  return { from, to: envelope.rcptTo.map(({ address }) => address) }
}
