// By what a client who is there already is recognised.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameClient, keysIn } from '../../panel/logic/client-keys.ts'

test('e-mails and tax ids are compared without case and signs', () => {
  const typed = { client_type: 'individual', email: ' Ana@Exemplo.com', cpf: '529.982.247-25', cnpj: '' }
  assert.deepEqual(keysIn(typed), ['ana@exemplo.com', '52998224725'])
  assert.ok(isSameClient({ email: 'outra@exemplo.com', cpf: '52998224725' }, keysIn(typed)))
  assert.ok(isSameClient({ email: 'ANA@exemplo.com', cpf: null }, keysIn(typed)))
  assert.ok(!isSameClient({ email: 'mariana@exemplo.com', cpf: null, cnpj: null }, keysIn(typed)))
})

test('an empty form matches no client; the tax id of the other type does not count', () => {
  assert.deepEqual(keysIn({ client_type: 'individual', email: '', cpf: '', cnpj: '11222333000181' }), [])
  assert.ok(!isSameClient({ email: '', cpf: null, cnpj: null }, []))
  assert.deepEqual(keysIn({ client_type: 'company', email: '', cnpj: '12.ABC.345/01DE-35' }), [
    '12ABC34501DE35',
  ])
})
