// Signs the owner in to the measured service, by the link of its first start.
import { request } from 'undici'

/** The cookie of a new session. */
export async function signIn(url: string, setupLink: string | null): Promise<string> {
  const { statusCode, headers, body } = await request(`${url}/api/v1/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      token: setupLink?.split('#')[1],
      name: 'Rita Prado',
      email: 'rita@agencia.example',
      password: 'correto cavalo bateria',
    }),
  })
  const text = await body.text()
  if (statusCode !== 201) throw new Error(`the owner did not come in: ${statusCode} ${text}`)
  return String(headers['set-cookie']).split(';', 1)[0] ?? ''
}
