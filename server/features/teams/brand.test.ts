// The lines below the name of an agency: what is known, in the order and the forms that Brazilians read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AgencyFacts, agencyLines } from './brand.ts'

const ADDRESS = {
  street: 'Rua da Aurora',
  number: null,
  complement: null,
  district: null,
  city: 'Recife',
  state: 'PE',
  postal_code: '50050-000',
}

const SHOWN: [name: string, facts: Omit<AgencyFacts, 'email'>, lines: string[]][] = [
  ['nothing but an address to write to', {}, ['a@b.example']],
  ['nulls are nothing', { legal_name: null, address: null, phone: null }, ['a@b.example']],
  ['a sole trader', { tax_id: '52998224725' }, ['CPF 529.982.247-25', 'a@b.example']],
  [
    'a company with letters in its CNPJ',
    { legal_name: 'Aurora Ltda.', tax_id: '12ABC34501DE35' },
    ['Aurora Ltda. · CNPJ 12.ABC.345/01DE-35', 'a@b.example'],
  ],
  ['a short address', { address: ADDRESS }, ['Rua da Aurora · Recife/PE · CEP 50050-000', 'a@b.example']],
  [
    'a long one',
    { address: { ...ADDRESS, number: '325', complement: '2º andar', district: 'Boa Vista' } },
    ['Rua da Aurora, 325, 2º andar · Boa Vista · Recife/PE · CEP 50050-000', 'a@b.example'],
  ],
  [
    'a landline, a mobile and a number abroad',
    { phone: '+558130000000', whatsapp: '+5581988887777' },
    ['a@b.example', '+55 81 3000-0000 · WhatsApp +55 81 98888-7777'],
  ],
  ['a number abroad stays as it is', { phone: '+351211234567' }, ['a@b.example', '+351211234567']],
  ['a site', { website: 'https://b.example' }, ['a@b.example · https://b.example']],
]

for (const [name, facts, lines] of SHOWN)
  test(name, () => assert.deepEqual(agencyLines({ email: 'a@b.example', ...facts }), lines))
