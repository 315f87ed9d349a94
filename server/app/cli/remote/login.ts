// `login` and `logout`: the service and the key of the commands for integrators.
import type { Phrase } from '../../../../contract/phrases/phrase.ts'
import type { Mode } from '../../../../contract/teams.ts'
import { CommandFailure } from '../failures.ts'
import { MODE_NAMES } from '../key-commands.ts'
import type { Question, Terminal } from '../terminal.ts'
import { addressOf, forgetLogin, makeService, storeLogin } from './call-service.ts'

const USUAL_URL = 'http://127.0.0.1:3000'

interface Me {
  data: { id: string; name: string; mode: Mode }
}

/** Nothing is stored before the service has accepted the key. */
export async function login(given: { url?: string; key?: string }, terminal: Terminal): Promise<void> {
  const questions: Question[] = []
  if (given.url === undefined)
    questions.push({ text: [`Address of the service (${USUAL_URL})`, `Endereço do serviço (${USUAL_URL})`] })
  if (given.key === undefined)
    questions.push({
      text: ['API key (it is not shown)', 'Chave de API (não aparece na tela)'],
      isSecret: true,
    })
  const responses = questions.length === 0 ? [] : await terminal.ask(questions)
  const url = addressOf((given.url ?? responses.shift()) || USUAL_URL)
  const key = given.key ?? responses.shift() ?? ''
  if (!/^sk_(?:live|test)_\w+$/.test(key))
    throw new CommandFailure('notUnderstood', [
      'A key begins with sk_test_ or sk_live_; the panel makes them.',
      'Uma chave começa com sk_test_ ou sk_live_; crie uma no painel.',
    ])
  const { data } = await makeService({ url, key }, terminal.language).call<Me>('GET', '/api/v1/me')
  const file = storeLogin(terminal, { url, key })
  if (isInTheOpen(url))
    terminal.sayError([
      `${url} is not https: the key travels in the open.`,
      `${url} não é https: a chave trafega sem proteção.`,
    ])
  const text: Phrase = [
    `Logged in to ${url} for ${data.name}, ${data.mode} mode. The key is in ${file}.`,
    `Login feito em ${url} para ${data.name}, ambiente: ${MODE_NAMES[data.mode][1]}. A chave está em ${file}.`,
  ]
  terminal.say(text, {
    url,
    team_id: data.id,
    team: data.name,
    mode: data.mode,
    file,
  })
}

export async function logout(terminal: Terminal): Promise<void> {
  const forgotten = forgetLogin(terminal)
  const text: Phrase = forgotten
    ? [
        'Logged out: the key is deleted here, and still works. Revoke it in the panel if it is no longer needed.',
        'Login encerrado: a chave foi apagada daqui, mas continua valendo. Se não precisar mais dela, revogue-a no painel.',
      ]
    : ['There was no login.', 'Não havia login.']
  terminal.say(text, { forgotten })
}

function isInTheOpen(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}
