// The clients of the sample agency: people with their companions, and companies.
import type { Client, ClientInput } from '../../../../../contract/clients.ts'
import type { Companion, CompanionInput } from '../../../../../contract/companions.ts'
import { withCheckDigits } from '../../../../../contract/tax-ids.ts'
import type { Desk } from './desk.ts'
import type { Random } from './random.ts'

export interface SampleClient {
  readonly id: string
  readonly name: string
  readonly isCompany: boolean
  /** Who travels: the person first, or employees of a company. */
  readonly travellers: readonly Traveller[]
}

export interface Traveller {
  readonly given_name: string
  readonly family_name: string
  readonly gender: 'f' | 'm'
  readonly born_on: string
  readonly email: string
  readonly phone: string
  readonly passport: string
  readonly client_id?: string
  readonly companion_id?: string
}

type Person = readonly [given: string, family: string, gender: 'f' | 'm', city: number]

const PEOPLE: readonly Person[] = [
  ['Mariana', 'Azevedo Lopes', 'f', 0],
  ['Rafael', 'Monteiro da Silva', 'm', 0],
  ['Camila', 'Duarte Figueiredo', 'f', 1],
  ['João Pedro', 'Nogueira', 'm', 2],
  ['Beatriz', 'Carvalho Ramos', 'f', 0],
  ['Luciana', 'Teixeira Braga', 'f', 3],
  ['André Luiz', 'Sampaio', 'm', 0],
  ['Patrícia', 'Gonçalves Prado', 'f', 1],
  ['Fernando', 'Vasconcelos', 'm', 4],
  ['Juliana', 'Moreira Santos', 'f', 0],
  ['Ricardo', 'Barbosa Pinto', 'm', 2],
  ['Aline', 'Cardoso Ferraz', 'f', 0],
  ['Gustavo', 'Henrique Rocha', 'm', 5],
  ['Tatiana', 'Bittencourt', 'f', 3],
  ['Marcelo', 'Antunes Vieira', 'm', 0],
  ['Renata', 'Cavalcanti', 'f', 4],
  ['Eduardo', 'Farias Neto', 'm', 1],
  ['Isabela', 'Magalhães', 'f', 0],
  ['Paulo Roberto', 'Siqueira', 'm', 0],
  ['Larissa', 'Pacheco Dias', 'f', 2],
  ['Thiago', 'Albuquerque', 'm', 4],
  ['Vanessa', 'Ribeiro Campos', 'f', 0],
  ['Rodrigo', 'Amaral Leite', 'm', 5],
  ['Cláudia', 'Menezes Tavares', 'f', 1],
  ['Leonardo', 'Brandão', 'm', 0],
  ['Sônia Maria', 'Peixoto', 'f', 3],
  ['Bruno', 'Castilho Arruda', 'm', 0],
  ['Daniela', 'Fonseca Melo', 'f', 2],
  ['Henrique', 'Coutinho', 'm', 1],
  ['Adriana', 'Queiroz Bastos', 'f', 0],
]

type Company = readonly [legal: string, trade: string, domain: string, city: number]

const COMPANIES: readonly Company[] = [
  ['Construtora Pedra Alta Ltda.', 'Pedra Alta', 'pedraalta', 0],
  ['Vértice Consultoria Empresarial Ltda.', 'Vértice', 'vertice', 0],
  ['Laboratórios Santa Ângela S.A.', 'Santa Ângela', 'santaangela', 1],
  ['Metalúrgica Irmãos Kessler Ltda.', 'Kessler', 'kessler', 2],
  ['Agrofértil Comércio de Insumos Ltda.', 'Agrofértil', 'agrofertil', 3],
  ['Studio Maré Arquitetura Ltda.', 'Studio Maré', 'studiomare', 5],
  ['Tecelagem Boa Esperança S.A.', 'Boa Esperança', 'boaesperanca', 0],
  ['Nuvem Sete Tecnologia Ltda.', 'Nuvem Sete', 'nuvemsete', 0],
  ['Colégio Monte Claro Ltda.', 'Colégio Monte Claro', 'monteclaro', 1],
  ['Transportes Rota do Vale Ltda.', 'Rota do Vale', 'rotadovale', 2],
]

const EMPLOYEES: readonly Person[] = [
  ['Otávio', 'Reis', 'm', 0],
  ['Priscila', 'Dantas', 'f', 0],
  ['Vinícius', 'Paiva', 'm', 0],
  ['Carolina', 'Muniz', 'f', 0],
  ['Fábio', 'Trindade', 'm', 0],
  ['Simone', 'Valadares', 'f', 0],
  ['Diego', 'Assunção', 'm', 0],
  ['Elaine', 'Borges', 'f', 0],
  ['Murilo', 'Pimentel', 'm', 0],
  ['Natália', 'Guerra', 'f', 0],
]

const SPOUSES = {
  f: ['Marcos', 'Alexandre', 'Felipe', 'Sérgio'],
  m: ['Cristina', 'Paula', 'Helena', 'Débora'],
}
const CHILDREN = [
  ['Sofia', 'f'],
  ['Miguel', 'm'],
  ['Alice', 'f'],
  ['Davi', 'm'],
] as const

const CITIES = [
  {
    area: '11',
    city: 'São Paulo',
    state: 'SP',
    street: 'Rua Harmonia',
    district: 'Vila Madalena',
    postal_code: '05435-000',
  },
  {
    area: '31',
    city: 'Belo Horizonte',
    state: 'MG',
    street: 'Rua da Bahia',
    district: 'Lourdes',
    postal_code: '30160-011',
  },
  {
    area: '51',
    city: 'Porto Alegre',
    state: 'RS',
    street: 'Rua Padre Chagas',
    district: 'Moinhos de Vento',
    postal_code: '90570-080',
  },
  {
    area: '62',
    city: 'Goiânia',
    state: 'GO',
    street: 'Avenida República do Líbano',
    district: 'Setor Oeste',
    postal_code: '74125-125',
  },
  {
    area: '81',
    city: 'Recife',
    state: 'PE',
    street: 'Rua da Aurora',
    district: 'Boa Vista',
    postal_code: '50050-000',
  },
  {
    area: '48',
    city: 'Florianópolis',
    state: 'SC',
    street: 'Rua Bocaiúva',
    district: 'Centro',
    postal_code: '88015-530',
  },
]

const PREFERENCES = [
  { seat: 'Janela', meal: 'Vegetariana' },
  { seat: 'Corredor, nas primeiras fileiras' },
  { seat: 'Corredor', notes: 'Prefere voos diretos, mesmo mais caros.' },
  { meal: 'Sem lactose', notes: 'Hotéis com piscina aquecida.' },
]

const NOTES = [
  'Prefere contato por WhatsApp, depois das 18h.',
  'Comemora aniversário de casamento em setembro: oferecer roteiro a dois.',
  'Já perdeu uma conexão em Guarulhos: deixar pelo menos três horas entre os voos.',
  'Pediu cotação para a Patagônia no próximo inverno.',
  'Indicou dois amigos este ano: desconto na taxa de serviço.',
]

export async function makeClients(desk: Desk, part: number): Promise<SampleClient[]> {
  const clients: SampleClient[] = []
  const people = PEOPLE.slice(0, Math.ceil(PEOPLE.length * part))
  const companies = COMPANIES.slice(0, Math.ceil(COMPANIES.length * part))
  for (const person of people) clients.push(await makePerson(desk, person))
  for (const [index, company] of companies.entries())
    clients.push(await makeCompany(desk, company, EMPLOYEES[index]!))
  return clients
}

async function makePerson(
  desk: Desk,
  [given_name, family_name, gender, city]: Person,
): Promise<SampleClient> {
  const { random } = desk
  const self = newTraveller(random, [given_name, family_name, gender, city], [1958, 1999])
  const input: ClientInput = {
    client_type: 'individual',
    full_name: `${given_name} ${family_name}`,
    email: self.email,
    phone: self.phone,
    cpf: newTaxId(random, 'cpf'),
    given_name,
    family_name,
    born_on: self.born_on,
    gender,
    address: newAddress(random, city),
    identity_documents: [passportOf(self)],
    ...(random.chance(0.5) && { preferences: random.pick(PREFERENCES) }),
  }
  const { id } = await desk.post<Client>('/clients', input)
  const travellers: Traveller[] = [{ ...self, client_id: id }]
  if (random.chance(0.7)) {
    const spouse = gender === 'f' ? 'm' : 'f'
    const person = [random.pick(SPOUSES[gender]), family_name, spouse, city] as const
    travellers.push(await addCompanion(desk, id, 'spouse', newTraveller(random, person, [1958, 1999])))
    if (random.chance(0.5)) {
      const [name, sex] = random.pick(CHILDREN)
      const child = newTraveller(random, [name, family_name, sex, city], [2017, 2019])
      travellers.push(await addCompanion(desk, id, 'child', child))
    }
  }
  await describe(desk, id, random.pick([['vip'], ['família'], ['lua de mel'], ['lazer'], ['lazer', 'vip']]))
  return { id, name: input.full_name, isCompany: false, travellers }
}

async function makeCompany(
  desk: Desk,
  [full_name, company_name, domain, city]: Company,
  employee: Person,
): Promise<SampleClient> {
  const { random } = desk
  const traveller = newTraveller(random, employee, [1970, 1996])
  const { id } = await desk.post<Client>('/clients', {
    client_type: 'company',
    full_name,
    company_name,
    email: `financeiro@${domain}.example`,
    phone: newPhone(random, city),
    cnpj: newTaxId(random, 'cnpj'),
    address: newAddress(random, city),
    contacts: [
      { name: `${traveller.given_name} ${traveller.family_name}`, role: 'Viagens', email: traveller.email },
    ],
  } satisfies ClientInput)
  const travellers = [await addCompanion(desk, id, 'employee', traveller)]
  await describe(desk, id, ['corporativo'])
  return { id, name: full_name, isCompany: true, travellers }
}

async function addCompanion(
  desk: Desk,
  clientId: string,
  relationship: CompanionInput['relationship'],
  traveller: Traveller,
): Promise<Traveller> {
  const { given_name, family_name, gender, born_on } = traveller
  const companion = await desk.post<Companion>(`/clients/${clientId}/companions`, {
    relationship,
    given_name,
    family_name,
    gender,
    born_on,
    identity_documents: [passportOf(traveller)],
  } satisfies CompanionInput)
  return { ...traveller, companion_id: companion.id }
}

async function describe(desk: Desk, clientId: string, tags: readonly string[]): Promise<void> {
  await desk.put(`/clients/${clientId}/tags`, { tags })
  if (desk.random.chance(0.4))
    await desk.post(`/clients/${clientId}/notes`, { text: desk.random.pick(NOTES) })
}

function newTraveller(
  random: Random,
  [given_name, family_name, gender, city]: Person,
  [from, to]: readonly [number, number],
): Traveller {
  const day = (value: number) => String(value).padStart(2, '0')
  return {
    given_name,
    family_name,
    gender,
    born_on: `${random.between(from, to)}-${day(random.between(1, 12))}-${day(random.between(1, 28))}`,
    email: `${mailName(given_name)}.${mailName(family_name)}@correio.example`,
    phone: newPhone(random, city),
    passport: `G${random.pick(['A', 'B', 'C', 'D'])}${random.digits(6)}`,
  }
}

/** The first word, without accents. */
function mailName(name: string): string {
  return (name.split(' ')[0] ?? '')
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}

const passportOf = ({ passport }: Traveller) =>
  ({ type: 'passport', number: passport, issuing_country_code: 'BR', expires_on: '2034-06-30' }) as const

function newAddress(random: Random, city: number) {
  const { area: _area, ...address } = CITIES[city]!
  return { ...address, number: String(random.between(12, 1980)) }
}

const newPhone = (random: Random, city: number) => `+55${CITIES[city]?.area}9${random.digits(8)}`

function newTaxId(random: Random, which: 'cpf' | 'cnpj'): string {
  return withCheckDigits(which === 'cpf' ? random.digits(9) : `${random.digits(8)}0001`)
}
