// Somebody who may use the service that is measured: its owner, who comes by the link of the first start, and where a
// bench before has used that, by password.
import { request } from 'undici'

const OWNER = { email: 'rita@agencia.example', password: 'correto cavalo bateria' }

/** The cookie of a new session. */
export async function signIn(url: string, setupLink: string | null): Promise<string> {
  const [path, answered] = setupLink === null ? ['sessions', OWNER] : ['setup', newOwner(setupLink)]
  const { statusCode, headers, body } = await request(`${url}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(answered),
  })
  const text = await body.text()
  if (statusCode !== 201) throw new Error(`the owner did not come in: ${statusCode} ${text}`)
  return String(headers['set-cookie']).split(';', 1)[0] ?? ''
}

function newOwner(setupLink: string) {
  return { ...OWNER, token: setupLink.split('#')[1], name: 'Rita Prado' }
}
