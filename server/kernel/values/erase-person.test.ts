// Removing a person from stored JSON leaves other people unchanged.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eraseInJson, isPerson, type Person, personKnownBy, textsOfTraveller } from './erase-person.ts'

const ID = '0190a000-0000-7000-8000-000000000001'
const ana = personKnownBy(
  [ID, `cli_${ID.replaceAll('-', '')}`],
  'Ána  SOUZA',
  ['Ana@Exemplo.com', '+55 (11) 98765-4321', '529.982.247-25', null, 'BR'],
  ['agencia@sol.example'],
)
const traveller = (change: object = {}) => ({
  id: 'pas_1',
  given_name: 'Ana',
  family_name: 'Souza',
  gender: 'f',
  title: 'ms',
  born_on: '1990-05-17',
  email: 'ana@exemplo.com',
  phone_number: '+5511987654321',
  identity_documents: [{ type: 'passport', unique_identifier: 'FZ123456' }],
  loyalty_programme_accounts: [{ airline_iata_code: 'LA', account_number: '9988776655' }],
  ...change,
})
const erased = (value: unknown, person: Person = ana, isTheirs = false) =>
  JSON.parse(eraseInJson(JSON.stringify(value), person, isTheirs))

test("a traveller with the person's name and address, number or document is emptied", () => {
  const empty = { given_name: 'Dados', family_name: 'eliminados', born_on: '', email: '', phone_number: '' }
  const expected = { id: 'pas_1', gender: 'f', title: null, ...empty }
  const lists = { identity_documents: [], loyalty_programme_accounts: [] }
  const other = { email: 'x@y.example', phone_number: '+5521000000000' }
  const cpf = { identity_documents: [{ type: 'tax_id', unique_identifier: '52998224725' }] }
  for (const known of [{}, { ...other, email: 'ANA@exemplo.com' }, { ...other, ...cpf }])
    assert.deepEqual(erased([traveller(known)]), [{ ...expected, ...lists }], JSON.stringify(known))
  const { identity_documents, loyalty_programme_accounts, title, ...emitted } = traveller()
  assert.deepEqual(erased(emitted), { id: 'pas_1', gender: 'f', ...empty }, 'as events have them')
})

test('a namesake stays, unless the booking is the person’s', () => {
  const namesake = traveller({ email: 'x@y.example', phone_number: '+5521000000000', identity_documents: [] })
  assert.deepEqual(erased([namesake]), [namesake])
  assert.equal(isPerson(namesake, ana, false), false)
  assert.equal(erased([namesake], ana, true)[0].given_name, 'Dados')
  const companion = traveller({ given_name: 'Rui', email: 'rui@exemplo.com', phone_number: '+5521000000000' })
  assert.deepEqual(erased([companion], ana, true), [companion])
})

test("a companion with the person's address loses only that", () => {
  const shared = traveller({ given_name: 'Rui', phone_number: '+5521000000000' })
  assert.deepEqual(erased(shared), { ...shared, email: 'eliminado' })
})

test('a client is found by either form of its id, and emptied', () => {
  const client = {
    id: ID,
    client_type: 'individual',
    full_name: 'Qualquer',
    notes: 'gosta de janela',
    phone: null,
  }
  const empty = { ...client, full_name: 'Dados eliminados', notes: '' }
  assert.deepEqual(erased({ client }), { client: empty })
  assert.deepEqual(erased({ client: { ...client, id: ana.ids[1] } }), {
    client: { ...empty, id: ana.ids[1] },
  })
  const other = { ...client, id: ID.replace('1', '2') }
  assert.deepEqual(erased({ other }), { other })
})

test('texts with a trace in any spelling are replaced; all others stay unchanged', () => {
  const texts = [
    'ligar para 11 98765 4321',
    'CPF 52998224725',
    'Sra. ana souza',
    'Ana',
    'anagrama souzas',
    'BR',
    7,
  ]
  const expected = ['eliminado', 'eliminado', 'eliminado', 'Ana', 'anagrama souzas', 'BR', 7]
  const known = personKnownBy([], 'Ana Souza', ['11 98765-4321', '529.982.247-25', 'BR'], [])
  assert.deepEqual(erased(texts, known), expected)
  const untouched = ' { "b": [1, {"a": null}],  "c": "é" }'
  assert.equal(eraseInJson(untouched, ana), untouched)
})

test("the agency's own address is not a trace of a person", () => {
  const client = personKnownBy([], 'Bia', ['agencia@sol.example'], ['Agencia@Sol.example'])
  assert.deepEqual([...client.traces], [])
  assert.equal(erased({ issuer: 'agencia@sol.example' }, client).issuer, 'agencia@sol.example')
})

test('a traveller is identified by addresses and numbers, not by name or birthday alone', () => {
  assert.deepEqual(textsOfTraveller(traveller()), [
    'ana@exemplo.com',
    '+5511987654321',
    'FZ123456',
    '9988776655',
  ])
  assert.deepEqual(textsOfTraveller({}), [])
})
