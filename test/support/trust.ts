// Authorities that the whole process trusts, until the test or the tests of the file are over.
import { after } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

export function trust(authority: string): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([authority])
  after(() => setDefaultCACertificates(before))
}
