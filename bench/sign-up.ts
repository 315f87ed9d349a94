// Somebody who may use the service that is measured: the owner, by the link of its first start.
import { request } from 'undici'

/** The cookie of a new session. */
export async function signUp(url: string, link: string): Promise<string> {
  const { statusCode, headers, body } = await request(`${url}/api/v1/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      token: link.split('#')[1],
      name: 'Rita Prado',
      email: 'rita@agencia.example',
      password: 'correto cavalo bateria',
    }),
  })
  await body.dump()
  if (statusCode !== 201) throw new Error(`the account was not made: ${statusCode}`)
  return String(headers['set-cookie']).split(';', 1)[0] ?? ''
}
