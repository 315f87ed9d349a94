// Only an address that the issuer itself has checked counts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifiedEmailIn } from './identity-providers.ts'

const GOOGLE = 'https://accounts.google.com'
const MICROSOFT = 'https://login.microsoftonline.com/0f1e/v2.0'
const email = 'Ana@Agencia.example'

test('an address counts where the issuer says that it was checked', () => {
  assert.equal(verifiedEmailIn({ email, email_verified: true }, GOOGLE), 'ana@agencia.example')
  for (const email_verified of [false, 'true', 1, null, undefined])
    assert.equal(verifiedEmailIn({ email, email_verified }, GOOGLE), null, String(email_verified))
  for (const other of [undefined, null, 7, '', 'ana', ['ana@agencia.example']])
    assert.equal(verifiedEmailIn({ email: other, email_verified: true }, GOOGLE), null)
})

test('a sign that only becomes a letter of an address when it is made small is none', () => {
  // The sign of Kelvin, which is no K until then: the address of somebody else at the issuer.
  const kelvin = 'mar\u212a@agencia.example'
  assert.equal(kelvin.toLowerCase(), 'mark@agencia.example')
  assert.equal(verifiedEmailIn({ email: kelvin, email_verified: true }, GOOGLE), null)
  const own = verifiedEmailIn({ email: 'JOÃO@agencia.example', email_verified: true }, GOOGLE)
  assert.equal(own, 'joão@agencia.example')
})

test('Microsoft says it in its own way, and nobody else may', () => {
  for (const xms_edov of [true, 1, '1', 'true'])
    assert.equal(verifiedEmailIn({ email, xms_edov }, MICROSOFT), 'ana@agencia.example')
  for (const xms_edov of [false, 0, '0', undefined])
    assert.equal(verifiedEmailIn({ email, xms_edov }, MICROSOFT), null)
  for (const issuer of [GOOGLE, 'https://login.microsoftonline.com.evil.example/v2.0'])
    assert.equal(verifiedEmailIn({ email, xms_edov: true }, issuer), null)
})
