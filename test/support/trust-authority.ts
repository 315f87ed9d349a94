// Certificate authorities that the process trusts until the end of the test or file.
import { after } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

export function trustAuthority(authority: string): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([authority])
  after(() => setDefaultCACertificates(before))
}
