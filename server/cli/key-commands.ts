// API keys from the command line: the way back in for whoever lost theirs.
import { MODES, type Mode } from '../../contract/teams.ts'
import { isoTimestamp } from '../base/values/dates.ts'
import { fail, failField } from '../base/values/fail.ts'
import { ownerOfRow } from '../outbox/owner.ts'
import { createApiKey } from '../teams/create-api-key.ts'
import { findKey, type KeyRow, listKeys } from '../teams/key-store.ts'
import { keyView } from '../teams/key-view.ts'
import { revokeApiKey } from '../teams/revoke-api-key.ts'
import { findTeam } from '../teams/team-store.ts'
import { scopeOf, type World } from '../world.ts'
import { type Terminal, table } from './terminal.ts'
import { withWorld } from './with-world.ts'

type NewKey = Partial<Record<'team' | 'mode' | 'name' | 'expires', string>> & { 'read-only'?: boolean }

export async function createKeyCommand(values: NewKey, terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const owner = { teamId: await knownTeam(world, values.team), mode: modeNamed(values.mode) }
    const scope = await scopeOf(world, owner)
    const key = await createApiKey(world, scope, {
      name: keyName(values.name),
      read_only: values['read-only'] ?? false,
      expires_at: values.expires ?? null,
    })
    terminal.say(`Key ${key.id} (${key.mode})\nSecret: ${key.secret}\nIt is shown only now.`)
  })
}

export async function listKeysCommand(teamId: string | undefined, terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const team = await knownTeam(world, teamId)
    const everything = { limit: 1_000, offset: 0 }
    const keys: KeyRow[] = []
    for (const mode of MODES) keys.push(...(await listKeys(world.pool, { teamId: team, mode }, everything)))
    const body = keys.map((row) => {
      const key = keyView(row)
      return [
        key.id,
        key.mode,
        key.name,
        `...${key.last_four}`,
        stateOf(row, world),
        key.last_used_at ?? 'never used',
      ]
    })
    terminal.say(table(['id', 'mode', 'name', 'ends in', 'state', 'last used'], body))
  })
}

export async function revokeKeyCommand(id: string, terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const key = (await findKey(world.pool, id)) ?? fail('api_key_not_found')
    const revoked = await revokeApiKey(world, await scopeOf(world, ownerOfRow(key)), id)
    terminal.say(`Key ${id} (${revoked.name}) was revoked at ${revoked.revoked_at}.`)
  })
}

function stateOf({ revoked_at, expires_at, read_only }: KeyRow, { wall }: World): string {
  if (revoked_at !== null) return `revoked ${isoTimestamp(revoked_at)}`
  if (expires_at !== null && expires_at <= wall.now()) return `expired ${isoTimestamp(expires_at)}`
  return read_only ? 'read-only' : 'full access'
}

export async function knownTeam(world: World, id: string | undefined): Promise<string> {
  const team = id === undefined ? undefined : await findTeam(world.pool, id)
  return team?.id ?? failField('--team', 'must be the id of a team; "team list" shows them')
}

function keyName(name = ''): string {
  return name.length >= 1 && name.length <= 100 ? name : failField('--name', 'must be 1 to 100 characters')
}

export function modeNamed(name: string | undefined): Mode {
  return MODES.find((mode) => mode === name) ?? failField('--mode', 'must be live or test')
}
