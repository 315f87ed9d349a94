// A real identity provider on loopback (oidc-provider), and a user who signs in there like a browser.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
// @ts-expect-error The package has no types.
import Provider from 'oidc-provider'
import { request } from 'undici'

export const CLIENT = { client_id: 'embarque', client_secret: 'a-secret-of-the-tests-only' }

export interface TestIssuer {
  url: string
  /** Starts to respond, for services at these addresses. */
  serve(redirectUris: string[]): void
}

/** Accounts are named `subject address verified`. */
export async function startIssuer(): Promise<TestIssuer> {
  let answer: RequestListener = (_request, response) => void response.writeHead(503).end()
  const server = createServer((asked, response) => answer(asked, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    serve(redirect_uris) {
      const provider = new Provider(url, {
        clients: [
          { ...CLIENT, redirect_uris, grant_types: ['authorization_code'], response_types: ['code'] },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        findAccount: (_context: unknown, accountId: string) => ({
          accountId,
          claims: () => claimsOf(accountId),
        }),
        features: { devInteractions: { enabled: true } },
        cookies: { keys: ['for tests'] },
        pkce: { required: () => true },
      })
      answer = provider.callback()
    },
  }
}

function claimsOf(account: string) {
  const [sub, email, verified] = account.split(' ')
  return { sub: account, email, email_verified: verified === 'verified', name: sub }
}

const STEPS_MAX = 12

/** Follows every page until the browser is redirected to our service; returns that address. */
export async function signInThere(start: string, account: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let [url, form] = [new URL(start), undefined as string | undefined]
  for (let step = 0; step < STEPS_MAX; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const { statusCode, headers, body } = await request(url, {
      method: form === undefined ? 'GET' : 'POST',
      headers: { cookie, ...(form !== undefined && type) },
      body: form ?? null,
    })
    for (const line of [headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const text = await body.text()
    form = undefined
    if (headers.location !== undefined) {
      url = new URL(String(headers.location), url)
      if (url.origin !== new URL(start).origin) return url
      continue
    }
    const [, prompt] = /name="prompt" value="(\w+)"/.exec(text) ?? []
    const [, action] = /<form[^>]* action="([^"]+)"/.exec(text) ?? []
    assert.ok(prompt !== undefined && action !== undefined, `${statusCode} ${text}`)
    url = new URL(action, url)
    form = new URLSearchParams({ prompt, login: account, password: 'any' }).toString()
  }
  return assert.fail('it never came back')
}
