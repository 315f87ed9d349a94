// Tests the validation of typed tax ids.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyTaxIdFault, taxIdFault } from '../../panel/logic/tax-id-faults.ts'

test('CPF and CNPJ are checked by their digits, the alphanumeric CNPJ too', () => {
  assert.equal(taxIdFault('', 'cpf'), undefined)
  assert.equal(taxIdFault('529.982.247-25', 'cpf'), undefined)
  assert.equal(taxIdFault('529.982.247-24', 'cpf'), 'cpfDigits')
  assert.equal(taxIdFault('529.982', 'cpf'), 'cpfForm')
  assert.equal(taxIdFault('12.ABC.345/01DE-35', 'cnpj'), undefined)
  assert.equal(taxIdFault('12.ABC.345/01DE-36', 'cnpj'), 'cnpjDigits')
  assert.equal(anyTaxIdFault('12.345.678/0001-95'), undefined)
  assert.equal(anyTaxIdFault('12.345.678/0001-96'), 'cnpjDigits')
})
