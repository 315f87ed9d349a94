// Tests that bank forms have the fields that the contract requires and send nothing else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asaas } from '../../contract/banks/asaas.ts'
import { mercadoPago } from '../../contract/banks/mercado-pago.ts'
import { PIX_PROFILES, pix } from '../../contract/banks/pix.ts'
import { pixKey } from '../../contract/banks/pix-key.ts'
import { BANK_NAMES } from '../../contract/payment-providers.ts'
import {
  BANK_FIELDS,
  bankChoices,
  bankForm,
  bankSettings,
  choiceOf,
  missingFields,
} from '../../panel/logic/bank-forms.ts'
import { profileOf } from '../../server/adapters/banks/pix/pix-settings.ts'

const SETTINGS = {
  asaas: asaas.settings,
  'mercado-pago': mercadoPago.settings,
  'pix-bacen': pix.settings,
  'pix-key': pixKey.settings,
  simulated: { properties: {} },
}
const CHOICES = [...bankChoices(false), ...bankChoices(true)]

test('every bank and every Pix profile of the contract has a form', () => {
  assert.deepEqual(new Set(CHOICES.map((choice) => bankForm(choice).provider)), new Set(BANK_NAMES))
  for (const profile of PIX_PROFILES) assert.equal(choiceOf('pix-bacen', profile), profile)
  assert.equal(choiceOf('asaas', undefined), 'asaas')
  assert.equal(choiceOf('pix-bacen', 'a bank of tomorrow'), 'generic')
})

test('every setting of a bank has a field, and every field is a setting', () => {
  for (const choice of CHOICES) {
    const { provider, needs, may, rarely } = bankForm(choice)
    const { properties } = SETTINGS[provider]
    const fields = [...needs, ...may, ...rarely]
    for (const field of fields) assert.ok(field in properties && field in BANK_FIELDS, `${choice} ${field}`)
    assert.equal(new Set(fields).size, fields.length, choice)
  }
})

test("a profile's required settings are required fields", () => {
  for (const profile of PIX_PROFILES) {
    const { secret, needs, apiUrl } = profileOf({ profile }) ?? assert.fail(profile)
    const asked: readonly string[] = bankForm(choiceOf('pix-bacen', profile)).needs
    assert.equal(asked.includes('client_secret'), secret === 'required', profile)
    assert.equal(asked.includes('api_url'), apiUrl === null, profile)
    for (const name of needs) assert.ok(asked.includes(name), profile)
    for (const name of ['client_id', 'pix_key', 'certificate', 'private_key'])
      assert.ok(asked.includes(name), profile)
  }
})

test('test mode offers only the simulated bank and a Pix key, live mode all but the simulated bank', () => {
  assert.deepEqual(bankChoices(true), ['pix-key', 'simulated'])
  assert.ok(!bankChoices(false).includes('simulated') && bankChoices(false).length === 10)
})

test('empty fields and fields of other banks are not sent', () => {
  const typed = { client_id: ' abc ', app_key: 'k', api_key: 'x', account: '', authority: undefined }
  assert.deepEqual(bankSettings('inter', typed), { client_id: 'abc', profile: 'inter' })
  assert.deepEqual(bankSettings('asaas', typed), { api_key: 'x' })
  assert.deepEqual(missingFields('asaas', { api_key: ' ' }), ['api_key', 'methods'])
  assert.deepEqual(missingFields('simulated', {}), [])
})
