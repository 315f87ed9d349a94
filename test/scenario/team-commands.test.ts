// Teams from the command line at its edges: every option that is refused, by its name, and that nothing is left behind.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { embarque } from '../support/command-line.ts'
import { makeDatabase } from '../support/database.ts'
import { query } from '../support/dump.ts'
import { SECRET_KEY } from '../support/start-app.ts'

const database = await makeDatabase()
after(() => database.drop())
const here = { DATABASE_URL: database.url, SECRET_KEY }
const create = (...options: string[]) =>
  embarque(['team', 'create', '--name=Sol', '--email=sol@agencia.example', ...options], here)

const REFUSED: [option: string, message: RegExp][] = [
  ['--name= ', /name must not be empty/],
  ['--email=sol', /email must be an e-mail address/],
  ['--time-zone=Brasil/Sol', /time_zone must be an IANA time zone/],
  ['--markup=1000.1', /markup must be a percentage from 0 to 1000/],
  ['--markup=-1', /markup must be a percentage/],
  ['--markup=0.12345', /markup must be a percentage .* 4 decimals/],
  ['--fee=ten', /fee must be an amount such as 35\.00/],
  ['--fee=1.234', /fee must be an amount/],
  ['--debits=all', /debits must be client_amount or base_cost/],
  ['--late-fine=2.1', /late_fine must be a percentage from 0 to 2,/],
  ['--late-interest=x', /late_interest must be a percentage from 0 to 1,/],
  ['--tax-id=12345678000196', /tax_id must be a CPF or CNPJ with right check digits/],
  ['--rate-limit=1e3', /--rate-limit must be a whole number of requests per minute/],
  ['--rate-limit=-1', /--rate-limit must be a whole number/],
  ['--search-limit=12345678', /--search-limit must be a whole number/],
]

for (const [option, message] of REFUSED)
  test(`team create ${option} is refused`, async () => {
    const { code, out, err } = await create(option)
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, message)
    assert.deepEqual(await query(database.url, 'select id from teams'), [])
  })

test('a team is created with the given options, and listed with them', async () => {
  const { code, out, err } = await create(
    '--time-zone=America/Manaus',
    '--markup=7.5',
    '--fee=12.50',
    '--debits=base_cost',
    '--late-fine=2',
    '--late-interest=0.9999',
    '--tax-id=529.982.247-25',
    '--rate-limit=0',
    '--search-limit=9999999',
  )
  assert.deepEqual([code, err], [0, ''])
  const [, id = ''] = /^Team (team_\w+) \(Sol\)$/m.exec(out) ?? []
  const columns = 'time_zone, tax_id, debits, rate_limit_per_minute, search_limit_per_minute'
  assert.deepEqual(await query(database.url, `select ${columns} from teams where id = '${id}'`), [
    {
      time_zone: 'America/Manaus',
      tax_id: '52998224725',
      debits: 'base_cost',
      rate_limit_per_minute: 0,
      search_limit_per_minute: 9_999_999,
    },
  ])
  const list = (await embarque(['team', 'list'], here)).out
  assert.match(list, new RegExp(`^${id} +Sol +sol@agencia\\.example +America/Manaus +7\\.5 % +12\\.50$`, 'm'))
  const set = (...options: string[]) => embarque(['team', 'set', ...options, id], here)
  assert.match(
    (await set()).out,
    /fine 2 %, interest 0\.9999 % a month, for invoices that are made from now on/,
  )
  assert.match((await set('--late-interest=0')).out, /fine 2 %, interest 0 % a month/)
  for (const option of ['--tax-id=', '--tax-id=1', '--late-fine=', '--late-interest=-0.1'])
    assert.equal((await set(option)).code, 1, option)
  assert.match((await set()).out, /fine 2 %, interest 0 % a month/, 'what was refused changed nothing')
})
