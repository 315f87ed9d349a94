// Passkeys in a real browser with Chromium's virtual authenticator, from a password to a sign-in without one. The page
// belongs to the service, because a passkey belongs to its origin.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newOwner } from '../support/browsing.ts'
import { type Page, startChromium } from '../support/chromium.ts'
import { PASSWORD } from '../support/people.ts'
import { startApp } from '../support/start-app.ts'

const app = await startApp()
const browser = await startChromium()
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

const run = (page: Page, work: string) => page.evaluate(`(async () => {${PAGE}\n${work}})()`)

async function openAt(url: string, device: { isUserVerified?: boolean } = {}): Promise<Page> {
  const page = await browser.open({ width: 1280, height: 900, mobile: false })
  await page.goto(url)
  await page.addPasskeyDevice(device)
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
