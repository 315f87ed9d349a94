// People for tests: the first owner of a service, or members of a team, signed in like a browser.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Role } from '../../contract/roles.ts'
import type { Mode } from '../../contract/teams.ts'
import { hashPassword } from '../../server/features/people/passwords.ts'
import { insertMembership, insertPerson } from '../../server/features/people/person-store.ts'
import type { PasswordCost } from '../../server/features/world.ts'
import { makeId } from '../../server/kernel/values/ids.ts'
import { type Client, makeClient, type Reply } from './client.ts'
import type { TestApp } from './start-app.ts'

export const PASSWORD = 'correto cavalo bateria'
/** With the hashing cost of the service. */
const hashes = new Map<PasswordCost, Promise<string>>()

export interface Person {
  id: string
  email: string
}

/** A person with a password, in these teams. */
export async function newPerson(
  { service: { world } }: TestApp,
  roles: Readonly<Record<string, Role>>,
  { isOperator = false, name = 'Ana Lima' } = {},
): Promise<Person> {
  const created_at = world.wall.now()
  const id = makeId('person', created_at)
  const email = `${randomUUID()}@agencia.example`
  const hash = hashes.getOrInsertComputed(world.passwordCost, (cost) => hashPassword(PASSWORD, 'tests', cost))
  const rest = { password_hash: await hash, language: 'pt-BR', is_operator: isOperator } as const
  assert.ok(await insertPerson(world.pool, { id, email, name, created_at, ...rest }))
  for (const [team_id, role] of Object.entries(roles))
    await insertMembership(world.pool, { person_id: id, team_id, role, created_at })
  return { id, email }
}

/** The headers that a browser sends from a page of the service. */
export const SAME_SITE = { 'sec-fetch-site': 'same-origin' }

export function signIn(
  url: string,
  email: string,
  password = PASSWORD,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  return makeClient(url).post('/api/v1/sessions', { email, password }, { ...SAME_SITE, ...headers })
}

/** The cookie of a response, as it is sent back. */
export function cookieOf({ headers }: Reply): string {
  return String(headers['set-cookie']).split(';', 1)[0] ?? ''
}

/** A client that calls like a page with this cookie. */
export function withCookie(
  url: string,
  cookie: string,
  { mode, team }: { mode?: Mode; team?: string } = {},
): Client {
  const headers = {
    ...SAME_SITE,
    cookie,
    ...(mode && { 'embarque-mode': mode }),
    ...(team && { 'embarque-team': team }),
  }
  return makeClient(url, undefined, headers)
}

export async function signedIn(
  app: Pick<TestApp, 'url'>,
  { email }: Person,
  options: { mode?: Mode; team?: string } = {},
): Promise<Client> {
  const answer = await signIn(app.url, email)
  assert.equal(answer.status, 201, answer.text)
  return withCookie(app.url, cookieOf(answer), options)
}
