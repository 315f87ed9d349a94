// A passkey without a device: keeps ES256 keys in memory and answers ceremonies as a browser with an authenticator
// would, with attestation "none". Each response can be made invalid in one way.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** The options of both ceremonies that are used. */
interface Asked {
  challenge: string
  rpId?: string
  rp?: { id?: string }
  user?: { id: string }
  allowCredentials?: { id: string }[]
}

/** Deviations from a correct authenticator. */
export interface Spoilt {
  origin?: string
  rpId?: string
  type?: string
  counter?: number
  challenge?: string
  isUnverified?: boolean
  userHandle?: string
  /** Signs with a different key. */
  isForged?: boolean
}

interface Credential {
  id: Buffer
  key: KeyObject
  userHandle: string
  counter: number
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40
const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const text = (bytes: Buffer) => bytes.toString('base64url')

/** `counts`: like security keys; synchronised passkeys stay at 0. */
export function makeAuthenticator(origin: string, { counts = true } = {}) {
  const credentials: Credential[] = []

  const clientData = (type: string, { challenge }: Asked, spoilt: Spoilt): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: spoilt.type ?? type,
        challenge: spoilt.challenge ?? challenge,
        origin: spoilt.origin ?? origin,
        crossOrigin: false,
      }),
    )

  function authenticatorData(rpId: string, counter: number, spoilt: Spoilt, credential?: Buffer): Buffer {
    const verified = spoilt.isUnverified ? 0 : USER_VERIFIED
    const flags = USER_PRESENT | verified | (credential === undefined ? 0 : HAS_CREDENTIAL)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(spoilt.counter ?? counter)
    return Buffer.concat([
      sha256(spoilt.rpId ?? rpId),
      Buffer.of(flags),
      count,
      credential ?? Buffer.alloc(0),
    ])
  }

  const envelope = <R>(id: Buffer, response: R) => ({
    id: text(id),
    rawId: text(id),
    type: 'public-key' as const,
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response,
  })

  return {
    create(options: Asked, spoilt: Spoilt = {}) {
      const { privateKey, publicKey } = newKeys()
      const id = randomBytes(32)
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      // COSE: an EC2 key for ES256 on P-256 and its two coordinates.
      const cose = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from(x, 'base64url')]
      cose.push(Buffer.from('225820', 'hex'), Buffer.from(y, 'base64url'))
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, ...cose])
      const data = authenticatorData(options.rp?.id ?? '', 0, spoilt, attested)
      // CBOR: { fmt: "none", attStmt: {}, authData: bytes }
      const head = Buffer.from('\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58', 'latin1')
      credentials.push({ id, key: privateKey, userHandle: options.user?.id ?? '', counter: 0 })
      return envelope(id, {
        clientDataJSON: text(clientData('webauthn.create', options, spoilt)),
        attestationObject: text(Buffer.concat([head, Buffer.of(data.length), data])),
        transports: ['internal'],
      })
    },

    get(options: Asked, spoilt: Spoilt = {}) {
      const allowed = options.allowCredentials?.map(({ id }) => id) ?? []
      const fits = ({ id }: Credential) => allowed.length === 0 || allowed.includes(text(id))
      const credential = credentials.findLast(fits)
      if (credential === undefined) throw new Error('no passkey of this authenticator is asked for')
      if (counts) credential.counter++
      const client = clientData('webauthn.get', options, spoilt)
      const data = authenticatorData(options.rpId ?? '', credential.counter, spoilt)
      const key = spoilt.isForged ? newKeys().privateKey : credential.key
      return envelope(credential.id, {
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(sign('sha256', Buffer.concat([data, sha256(client)]), key)),
        userHandle: spoilt.userHandle ?? credential.userHandle,
      })
    },
  }
}
