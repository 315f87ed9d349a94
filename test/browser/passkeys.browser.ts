// Passkeys in a real browser with Chromium's virtual authenticator, from a password to a sign-in without one. The page
// belongs to the service, because a passkey belongs to its origin.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { newOwner } from '../support/browsing.ts'
import { startBrowser } from '../support/panel/browser.ts'
import { PASSWORD } from '../support/people.ts'
import { startApp } from '../support/start-app.ts'

const app = await startApp()
const browser = await startBrowser()
after(() => browser.close())

/** The calls that a page of the panel makes. */
const PAGE = `
  const call = async (method, path, body) => {
    const answer = await fetch('/api/v1' + path, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return { status: answer.status, ...(await answer.json()) }
  }
  const create = async () => {
    const { data } = await call('POST', '/profile/passkeys/options')
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(data)
    return (await navigator.credentials.create({ publicKey })).toJSON()
  }
  const get = async (path) => {
    const { data } = await call('POST', path + '/options')
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(data)
    return (await navigator.credentials.get({ publicKey })).toJSON()
  }`

// biome-ignore lint/suspicious/noExplicitAny: each piece of work returns a value of its own shape
const run = (page: Page, work: string): Promise<any> => page.evaluate(`(async () => {${PAGE}\n${work}})()`)

/** With a device for passkeys that always verifies its user, or never does. */
async function openAt(url: string, { isUserVerified = true } = {}): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(url)
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  const device = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
  } as const
  const options = { ...device, isUserVerified, automaticPresenceSimulation: true }
  await devices.send('WebAuthn.addVirtualAuthenticator', { options })
  return page
}

const localhost = app.url.replace('127.0.0.1', 'localhost')
const signIn = (email: string) =>
  `const first = await call('POST', '/sessions', { email: '${email}', password: '${PASSWORD}' })`

test('a passkey is created, signs in alone and as second factor, and each assertion is accepted once', async () => {
  const { email, id } = await newOwner(app)
  const page = await openAt(`${localhost}/docs/`)
  const made = await run(
    page,
    `${signIn(email)}
     const passkey = await create()
     return call('POST', '/profile/passkeys', { name: 'Notebook', passkey })`,
  )
  assert.deepEqual(
    [made.status, made.data?.name, made.data?.recovery_codes?.length],
    [201, 'Notebook', 10],
    made.message,
  )
  assert.equal(made.warnings, undefined)

  const alone = await run(
    page,
    `const passkey = await get('/sessions/passkey')
     const first = await call('POST', '/sessions/passkey', { passkey })
     const me = await call('GET', '/profile')
     const again = await call('POST', '/sessions/passkey', { passkey })
     return [first.status, me.data?.id, again.code]`,
  )
  assert.deepEqual(alone, [201, id, 'passkey_refused'])

  const second = await run(
    page,
    `${signIn(email)}
     const shut = await call('GET', '/profile')
     const passkey = await get('/sessions/second-factor')
     const whole = await call('POST', '/sessions/second-factor', { passkey })
     const me = await call('GET', '/profile')
     return [first.data?.second_factor, shut.status, whole.status, me.data?.id]`,
  )
  assert.deepEqual(second, [['passkey', 'recovery_code'], 401, 200, id])
  await page.close()
})

test('the browser itself rejects a device without user verification, and an IP address', async () => {
  const { email } = await newOwner(app)
  const page = await openAt(`${localhost}/docs/`, { isUserVerified: false })
  await assert.rejects(run(page, `${signIn(email)}\nreturn create()`), /NotAllowedError/)
  await page.close()
  const numbered = await openAt(`${app.url}/docs/`)
  await assert.rejects(run(numbered, `${signIn(email)}\nreturn create()`), /SecurityError/)
  await numbered.close()
})
