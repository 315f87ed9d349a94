// API keys on the command line, for operators who lost theirs.
import { isPermission, PERMISSIONS, type Permission } from '../../../contract/permissions.ts'
import { KEY_ROLES, type KeyRole } from '../../../contract/roles.ts'
import { MODES, type Mode } from '../../../contract/teams.ts'
import { createApiKey, keyView, revokeApiKey } from '../../features/teams/api-keys.ts'
import { OPERATOR } from '../../features/teams/caller.ts'
import { findKey, type KeyRow, listKeys } from '../../features/teams/key-store.ts'
import { findTeam } from '../../features/teams/store.ts'
import { scopeOf, type World } from '../../features/world.ts'
import { ownerOfRow } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { firstPage } from '../../kernel/values/pages.ts'
import { handOver } from './hand-over.ts'
import { sayTable, type Terminal } from './terminal.ts'
import { withWorld } from './with-world.ts'

type NewKey = Partial<Record<'team' | 'mode' | 'name' | 'role' | 'permissions' | 'expires', string>> & {
  'read-only'?: boolean
}

export async function createKeyCommand(values: NewKey, terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const owner = { teamId: await knownTeam(world, values.team), mode: modeNamed(values.mode) }
    const scope = await scopeOf(world, owner)
    const input = {
      name: keyName(values.name),
      ...(values['read-only'] !== undefined && { read_only: values['read-only'] }),
      ...(values.role !== undefined && { role: roleNamed(values.role) }),
      ...(values.permissions !== undefined && { permissions: permissionsNamed(values.permissions) }),
      expires_at: values.expires ?? null,
    }
    const key = await createApiKey(world, scope, input, OPERATOR)
    const lines = [`Secret: ${key.secret}`, 'It is shown only now.']
    const given = handOver(world.config, `${key.id}.txt`, lines, { secret: key.secret })
    terminal.say([`Key ${key.id} (${key.mode})`, ...given.lines].join('\n'), {
      id: key.id,
      mode: key.mode,
      ...given.value,
    })
  })
}

export async function listKeysCommand(teamId: string | undefined, terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const team = await knownTeam(world, teamId)
    const keys: KeyRow[] = []
    for (const mode of MODES)
      keys.push(...(await listKeys(world.pool, { teamId: team, mode }, firstPage(1_000))).items)
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
    sayTable(terminal, ['id', 'mode', 'name', 'ends in', 'state', 'last used'], body)
  })
}

export async function revokeKeyCommand(id: string, terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const key = (await findKey(world.pool, id)) ?? fail('api_key_not_found')
    const revoked = await revokeApiKey(world, await scopeOf(world, ownerOfRow(key)), id)
    terminal.say(`Key ${id} (${revoked.name}) was revoked at ${revoked.revoked_at}.`, revoked)
  })
}

function stateOf({ revoked_at, expires_at, read_only, permissions }: KeyRow, { wall }: World): string {
  if (revoked_at !== null) return `revoked ${isoTimestamp(revoked_at)}`
  if (expires_at !== null && expires_at <= wall.now()) return `expired ${isoTimestamp(expires_at)}`
  if (permissions !== null) return permissions.join(', ')
  return read_only ? 'read-only' : 'full access'
}

export async function knownTeam(world: World, id: string | undefined): Promise<string> {
  const team = id === undefined ? undefined : await findTeam(world.pool, id)
  return team?.id ?? failField('--team', 'must be the id of a team; "team list" shows them')
}

function keyName(name = ''): string {
  return name.length >= 1 && name.length <= 100 ? name : failField('--name', 'must be 1 to 100 characters')
}

function permissionsNamed(text: string): Permission[] {
  const names = text.split(',').map((name) => name.trim())
  const known = names.filter(isPermission)
  if (known.length === names.length) return known
  return failField('--permissions', `must be some of ${PERMISSIONS.join(', ')}, with commas between them`)
}

function roleNamed(name: string): KeyRole {
  return (
    KEY_ROLES.find((role) => role === name) ?? failField('--role', `must be one of ${KEY_ROLES.join(', ')}`)
  )
}

export function modeNamed(name: string | undefined): Mode {
  return MODES.find((mode) => mode === name) ?? failField('--mode', 'must be live or test')
}
