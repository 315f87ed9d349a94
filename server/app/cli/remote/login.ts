// `login` and `logout`: the service and the key of the commands for integrators.
import { CommandFailure } from '../failures.ts'
import type { Terminal } from '../terminal.ts'
import { addressOf, forgetLogin, makeService, storeLogin } from './call-service.ts'

const USUAL_URL = 'http://127.0.0.1:3000'

interface Me {
  data: { id: string; name: string; mode: string }
}

/** Nothing is stored before the service has accepted the key. */
export async function login(given: { url?: string; key?: string }, terminal: Terminal): Promise<void> {
  const questions = [
    ...(given.url === undefined ? [{ text: `Address of the service (${USUAL_URL})` }] : []),
    ...(given.key === undefined ? [{ text: 'API key (it is not shown)', isSecret: true }] : []),
  ]
  const answers = questions.length === 0 ? [] : await terminal.ask(questions)
  const url = addressOf((given.url ?? answers.shift()) || USUAL_URL)
  const key = given.key ?? answers.shift() ?? ''
  if (!/^sk_(?:live|test)_\w+$/.test(key))
    throw new CommandFailure('notUnderstood', 'A key begins with sk_test_ or sk_live_; the panel makes them.')
  const { data } = await makeService({ url, key }).call<Me>('GET', '/api/v1/me')
  const file = storeLogin(terminal, { url, key })
  if (isInTheOpen(url)) terminal.sayError(`${url} is not https: the key travels in the open.`)
  terminal.say(`Logged in to ${url} for ${data.name}, ${data.mode} mode. The key is in ${file}.`, {
    url,
    team_id: data.id,
    team: data.name,
    mode: data.mode,
    file,
  })
}

export async function logout(terminal: Terminal): Promise<void> {
  const forgotten = forgetLogin(terminal)
  const text = forgotten
    ? 'Logged out: the key is deleted here, and still works. Revoke it in the panel if it is no longer needed.'
    : 'There was no login.'
  terminal.say(text, { forgotten })
}

function isInTheOpen(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}
