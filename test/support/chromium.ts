// A headless browser, driven over its debugging protocol without a library. It needs Chromium or Chrome;
// CHROMIUM names it if it is not found.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from './eventually.ts'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export interface Page {
  goto(url: string): Promise<void>
  // biome-ignore lint/suspicious/noExplicitAny: the value of any expression
  evaluate(expression: string): Promise<any>
  /** A PNG of the whole page. */
  screenshot(): Promise<Buffer>
  /** A device for passkeys that always verifies its user; with false it never does. */
  addPasskeyDevice(options?: { isUserVerified?: boolean }): Promise<void>
  /** Console errors: failures of scripts, violations of the content security policy. */
  readonly complaints: string[]
  close(): Promise<void>
}

export interface Browser {
  open(screen: { width: number; height: number; mobile: boolean; dark?: boolean }): Promise<Page>
  close(): Promise<void>
}

export async function startChromium(): Promise<Browser> {
  const program = process.env.CHROMIUM ?? PLACES.find((place) => existsSync(place))
  if (program === undefined)
    throw new Error(
      'Chromium is needed: install it (Debian: apt install chromium), or set CHROMIUM to where it is',
    )
  const folder = mkdtempSync(join(tmpdir(), 'embarque-browser-'))
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--remote-debugging-port=0',
  ]
  const child = spawn(program, [...flags, `--user-data-dir=${folder}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const line = await connectTo(await addressOf(child))
  return {
    open: (screen) => openPage(line, screen),
    async close() {
      line.close()
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let said = ''
  child.stderr!.on('data', (chunk) => {
    said += chunk
  })
  return eventually('the browser listens', () => /DevTools listening on (ws:\S+)/.exec(said)?.[1])
}

// biome-ignore lint/suspicious/noExplicitAny: the protocol's messages are of every shape
type Message = any

interface Line {
  send(method: string, params?: object, sessionId?: string): Promise<Message>
  on(sessionId: string, listen: (message: Message) => void): void
  close(): void
}

async function connectTo(address: string): Promise<Line> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, { resolve: (value: Message) => void; reject: (error: Error) => void }>()
  const listeners = new Map<string, (message: Message) => void>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data))
    if (message.id === undefined) return listeners.get(message.sessionId ?? '')?.(message)
    const { resolve, reject } = waiting.get(message.id)!
    waiting.delete(message.id)
    if (message.error === undefined) resolve(message.result)
    else reject(new Error(message.error.message))
  })
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  return {
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        waiting.set(++last, { resolve, reject })
        socket.send(JSON.stringify({ id: last, method, params, ...(sessionId && { sessionId }) }))
      }),
    on: (sessionId, listen) => void listeners.set(sessionId, listen),
    close: () => socket.close(),
  }
}

async function openPage(
  line: Line,
  { width, height, mobile, dark = false }: { width: number; height: number; mobile: boolean; dark?: boolean },
): Promise<Page> {
  const { targetId } = await line.send('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await line.send('Target.attachToTarget', { targetId, flatten: true })
  const send = (method: string, params?: object) => line.send(method, params, sessionId)
  const complaints: string[] = []
  let loads = 0
  line.on(sessionId, ({ method, params }) => {
    if (method === 'Page.loadEventFired') loads++
    if (method === 'Runtime.exceptionThrown') complaints.push(params.exceptionDetails.text)
    if (method === 'Log.entryAdded' && params.entry.level === 'error') complaints.push(params.entry.text)
    if (method === 'Audits.issueAdded') complaints.push(JSON.stringify(params.issue))
  })
  for (const domain of ['Page', 'Runtime', 'Log', 'Audits', 'DOM']) await send(`${domain}.enable`)
  await send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    mobile,
    deviceScaleFactor: mobile ? 2 : 1,
  })
  await send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }],
  })
  return {
    complaints,
    async goto(url) {
      const before = loads
      await send('Page.navigate', { url })
      await eventually(`${url} is loaded`, () => loads > before)
    },
    async evaluate(expression) {
      const { result, exceptionDetails } = await send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
        // Counts as an action of the user.
        userGesture: true,
      })
      if (exceptionDetails !== undefined)
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result.value
    },
    async screenshot() {
      const { data } = await send('Page.captureScreenshot', { captureBeyondViewport: true })
      return Buffer.from(data, 'base64')
    },
    async addPasskeyDevice({ isUserVerified = true } = {}) {
      await send('WebAuthn.enable')
      const kind = {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
      }
      const options = { ...kind, isUserVerified, automaticPresenceSimulation: true }
      await send('WebAuthn.addVirtualAuthenticator', { options })
    },
    close: async () => void (await line.send('Target.closeTarget', { targetId })),
  }
}
