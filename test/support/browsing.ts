// A browser that keeps its cookie, for step-by-step sign-in stories.
import { createTeam } from '../../server/features/teams/teams.ts'
import type { Client, Reply } from './client.ts'
import { newPerson, PASSWORD, type Person, withCookie } from './people.ts'
import type { TestApp } from './start-app.ts'

type Send = (path: string, body?: unknown) => Promise<Reply>

/** Paths are below `/api/v1`. */
export interface TestBrowser extends Record<'get' | 'post' | 'patch' | 'delete', Send> {
  /** As it is sent; empty without one. */
  cookie: string
}

export function openBrowser({ url }: TestApp): TestBrowser {
  const keeping = (send: (client: Client) => Send) => async (path: string, body?: unknown) => {
    const reply = await send(withCookie(url, browser.cookie))(`/api/v1${path}`, body)
    const [given] = [reply.headers['set-cookie']].flat()
    browser.cookie = given?.split(';', 1)[0] ?? browser.cookie
    return reply
  }
  const browser: TestBrowser = {
    cookie: '',
    get: keeping((client) => (path) => client.get(path)),
    post: keeping((client) => client.post),
    patch: keeping((client) => client.patch),
    delete: keeping((client) => (path) => client.delete(path)),
  }
  return browser
}

/** A browser after a correct password; a second factor may still be missing. */
export async function afterPassword(app: TestApp, { email }: Person): Promise<TestBrowser> {
  const browser = openBrowser(app)
  await browser.post('/sessions', { email, password: PASSWORD })
  return browser
}

/** A person who owns a new agency. */
export async function newOwner(app: TestApp): Promise<Person & { teamId: string }> {
  const { team } = await createTeam(app.service.world, { name: 'Agência Sol', email: 'sol@agencia.example' })
  return { ...(await newPerson(app, { [team.id]: 'owner' })), teamId: team.id }
}
