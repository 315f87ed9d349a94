// Invitations in the database: which functions find one in each state. A token works in its team only, until the
// invitation expires, is used, withdrawn or resent.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { makeDatabase } from '../../../test/support/database.ts'
import { makeSecretBox } from '../../kernel/crypto/secret-box.ts'
import { decryptToken, encryptToken } from './account-links.ts'
import * as store from './invitation-store.ts'
import { invitationChange, invitationView } from './invitation-store.ts'
import { hashToken } from './sessions.ts'

const database = await makeDatabase()
const pool = new pg.Pool({ connectionString: database.url, max: 2 })
after(async () => {
  await pool.end()
  await database.drop()
})
for (const id of ['team_a', 'team_b'])
  await pool.query(
    `insert into teams (id, name, email, time_zone, markup_percent, fee_cents, created_at, updated_at)
     values ($1, 'A', 'a@x.example', 'America/Sao_Paulo', 0, 0, '2026-01-01', '2026-01-01')`,
    [id],
  )

const box = makeSecretBox(Buffer.alloc(32, 7))
const hour = (hours: number) => new Date(Date.UTC(2026, 10, 1, hours))
const NOW = hour(12)
const tokenFor = (id: string) => ({
  hash: hashToken(`token ${id}`),
  encrypted: encryptToken(box, id, `token ${id}`),
})
const use = (id: string, whose = id) =>
  store.useInvitation(pool, { id, tokenHash: tokenFor(whose).hash, now: NOW })
let count = 0

async function stored(change: Partial<store.InvitationRow> = {}): Promise<store.InvitationRow> {
  const id = `ivt_${String(++count).padStart(4, '0')}`
  const row: store.InvitationRow = {
    id,
    team_id: 'team_a',
    email: `${id}@x.example`,
    role: 'agent',
    language: 'pt-BR',
    created_by: 'usr_1',
    created_at: hour(count),
    expires_at: hour(13),
    sends: 1,
    sent_at: hour(11),
    ...change,
  }
  await store.insertInvitation(pool, row, tokenFor(id))
  return row
}

type State = 'open' | 'expired' | 'used' | 'withdrawn'
const MADE: Record<State, () => Promise<store.InvitationRow>> = {
  open: () => stored(),
  expired: () => stored({ expires_at: NOW }),
  async used() {
    const row = await stored()
    assert.equal(await use(row.id), true)
    return row
  },
  async withdrawn() {
    const row = await stored()
    assert.deepEqual(await store.withdrawInvitations(pool, 'team_a', { id: row.id }, NOW), [row])
    return row
  },
}

type Row = store.InvitationRow
const LOOKS: [what: string, states: State[], look: (row: Row) => Promise<unknown>][] = [
  ['its token opens', ['open'], ({ id }) => store.findByToken(pool, tokenFor(id).hash, NOW)],
  ['its mail can be sent', ['open'], ({ id }) => store.encryptedTokenOf(pool, id, NOW)],
  ['it can be sent again', ['open', 'expired'], ({ id }) => store.lockInvitation(pool, 'team_a', id)],
  ['its address has one', ['open', 'expired'], ({ email }) => store.findInvitationOf(pool, 'team_a', email)],
  ['another team can change it', [], ({ id }) => store.lockInvitation(pool, 'team_b', id)],
  ['another team finds its address', [], ({ email }) => store.findInvitationOf(pool, 'team_b', email)],
  ['another token opens it', [], ({ id }) => store.findByToken(pool, hashToken(id), NOW)],
]

for (const [what, states, look] of LOOKS)
  for (const state of ['open', 'expired', 'used', 'withdrawn'] as const)
    test(`${state}: ${what}: ${states.includes(state) ? 'yes' : 'no'}`, async () => {
      const found = await look(await MADE[state]())
      assert.equal(found !== undefined, states.includes(state))
    })

for (const state of ['expired', 'used', 'withdrawn'] as const)
  test(`a ${state} invitation cannot be used`, async () => {
    const { id } = await MADE[state]()
    assert.equal(await use(id), false)
  })

test('an invitation is used by its own token and id together, once', async () => {
  const [one, two] = [await stored(), await stored()]
  assert.equal(await use(one.id, two.id), false)
  const both = await Promise.all([use(one.id), use(one.id)])
  assert.deepEqual(both.toSorted(), [false, true])
  assert.equal(await use(two.id), true)
})

test('resending ends the former token and extends the new one', async () => {
  const row = await stored()
  const next = { hash: hashToken('next'), encrypted: encryptToken(box, row.id, 'next') }
  await store.renewInvitation(pool, { ...row, sends: 2, sent_at: NOW, expires_at: hour(20) }, next)
  assert.equal(await store.findByToken(pool, tokenFor(row.id).hash, NOW), undefined)
  assert.deepEqual(await store.findByToken(pool, next.hash, hour(19)), {
    ...row,
    sends: 2,
    sent_at: NOW,
    expires_at: hour(20),
  })
  const encryptedToken = await store.encryptedTokenOf(pool, row.id, hour(19))
  assert.equal(decryptToken(box, row.id, encryptedToken ?? assert.fail()), 'next')
})

test('a used or withdrawn invitation has no token', async () => {
  for (const state of ['used', 'withdrawn'] as const) {
    const { id } = await MADE[state]()
    const { rows } = await pool.query('select encrypted_token from one_time_links where id = $1', [id])
    assert.deepEqual(rows, [{ encrypted_token: null }], state)
  }
})

test("withdrawing one person's invitations in a team leaves others', other teams' and used ones", async () => {
  const created_by = 'usr_leaver'
  const mine = [await stored({ created_by }), await stored({ created_by, expires_at: hour(1) })]
  const elsewhere = await stored({ created_by, team_id: 'team_b' })
  const others = [await stored(), await stored({ created_by: null })]
  const used = await stored({ created_by })
  await use(used.id)
  const ended = await store.withdrawInvitations(pool, 'team_a', { madeBy: created_by }, NOW)
  assert.deepEqual(ended.map(({ id }) => id).toSorted(), mine.map(({ id }) => id).toSorted())
  for (const { team_id, id } of [elsewhere, ...others])
    assert.ok(await store.lockInvitation(pool, team_id, id), id)
})

test('an address has one unused invitation per team', async () => {
  const { email } = await stored()
  await assert.rejects(stored({ email }), /one_time_links_invitation/)
  await stored({ email, team_id: 'team_b' })
})

test('counts: unused, open, and the mails of a day, also of links that ended', async () => {
  const team = 'team_c'
  await pool.query(`insert into teams select (jsonb_populate_record(t, '{"id":"${team}"}')).*
    from teams t where id = 'team_b'`)
  assert.deepEqual(await store.countInvitations(pool, team, NOW), { total: 0, open: 0, mails: 0 })
  const first = await stored({ team_id: team, sends: 3 })
  await stored({ team_id: team, expires_at: hour(2) })
  await stored({ team_id: team, sends: 5, sent_at: hour(-12) })
  assert.deepEqual(await store.countInvitations(pool, team, NOW), { total: 3, open: 2, mails: 4 })
  await store.withdrawInvitations(pool, team, { id: first.id }, NOW)
  assert.deepEqual(await store.countInvitations(pool, team, NOW), { total: 2, open: 1, mails: 4 })
  const page = await store.listInvitations(pool, team, { page: 1, limit: 1, offset: 1 })
  assert.deepEqual(
    page.items.map(({ expires_at }) => expires_at),
    [hour(2)],
    'newest first, expired ones too',
  )
})

test('an encrypted token decrypts only for its own link and key', () => {
  const encrypted = encryptToken(box, 'ivt_1', 'secret')
  assert.ok(!encrypted.includes('secret'))
  assert.equal(decryptToken(box, 'ivt_1', encrypted), 'secret')
  assert.throws(() => decryptToken(box, 'ivt_2', encrypted))
  assert.throws(() => decryptToken(makeSecretBox(Buffer.alloc(32, 8)), 'ivt_1', encrypted))
})

test('the view has what colleagues may see; the audit log has no address', async () => {
  const row = await stored({ created_by: null, language: 'en', email: 'ana@x.example' })
  assert.deepEqual(invitationView(row), {
    id: row.id,
    email: 'ana@x.example',
    role: 'agent',
    language: 'en',
    invited_by: null,
    created_at: row.created_at.toISOString(),
    updated_at: row.created_at.toISOString(),
    sent_at: '2026-11-01T11:00:00.000Z',
    expires_at: '2026-11-01T13:00:00.000Z',
  })
  const made = invitationChange(row, 'made')
  assert.deepEqual([made.before, made.after?.state, made.after?.role], [null, 'open', 'agent'])
  for (const stage of ['sent again', 'withdrawn', 'accepted'] as const) {
    const change = invitationChange(row, stage)
    assert.deepEqual([change.before, change.after?.state], [{ state: 'open' }, stage])
    assert.equal(change.after?.email_fingerprint, made.after?.email_fingerprint)
    assert.ok(!JSON.stringify(change).includes('ana@'))
  }
  const other = invitationChange({ ...row, email: 'bia@x.example' }, 'made')
  assert.notEqual(other.after?.email_fingerprint, made.after?.email_fingerprint)
})
