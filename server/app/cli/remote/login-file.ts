// Where the address and the key of a service are kept between commands: a file that only its owner reads.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { randomToken } from '../../../kernel/crypto/secrets.ts'
import { CommandFailure } from '../failures.ts'
import type { Terminal } from '../terminal.ts'

export interface Login {
  url: string
  key: string
}

const NOT_LOGGED_IN =
  'No service is known: run "npx embarque login", or set EMBARQUE_URL and EMBARQUE_API_KEY in the environment.'

/** The environment wins over the file, each setting by itself. */
export function readLogin(terminal: Terminal): Login {
  const { EMBARQUE_URL, EMBARQUE_API_KEY } = terminal.settings()
  const stored = EMBARQUE_URL && EMBARQUE_API_KEY ? undefined : storedLogin(terminal)
  const [url, key] = [EMBARQUE_URL || stored?.url, EMBARQUE_API_KEY || stored?.key]
  if (!url || !key) throw new CommandFailure('notAllowed', NOT_LOGGED_IN)
  return { url: addressOf(url), key }
}

/** Written whole beside the old one first, so that there is never half a key. */
export function storeLogin(terminal: Terminal, login: Login): string {
  const file = fileOf(terminal)
  mkdirSync(folderOf(terminal), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomToken(5)}`
  writeFileSync(draft, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(draft, file)
  return file
}

/** Whether there was anything to forget. */
export function forgetLogin(terminal: Terminal): boolean {
  const isStored = storedLogin(terminal) !== undefined
  rmSync(fileOf(terminal), { force: true })
  return isStored
}

/** What people copy from a browser or the documents leads to the same place. */
export function addressOf(text: string): string {
  const written = /^https?:\/\//.test(text) ? text : `http://${text}`
  if (!URL.canParse(written))
    throw new CommandFailure(
      'notUnderstood',
      `"${text}" is no address of a service, such as http://127.0.0.1:3000.`,
    )
  return written.replace(/\/+$/, '').replace(/\/(?:api\/v1|docs|painel)$/, '')
}

function storedLogin(terminal: Terminal): Partial<Login> | undefined {
  const file = fileOf(terminal)
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new CommandFailure('failed', `${file} is damaged: run "npx embarque login" anew.`)
    return undefined
  }
}

function folderOf(terminal: Terminal): string {
  const { XDG_CONFIG_HOME, APPDATA, HOME } = terminal.settings()
  const folder = XDG_CONFIG_HOME || (process.platform === 'win32' && APPDATA)
  return join(folder || join(HOME || homedir(), '.config'), 'embarque')
}

const fileOf = (terminal: Terminal) => join(folderOf(terminal), 'login.json')
