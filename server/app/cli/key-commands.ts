// API keys on the command line, for operators who lost theirs.

import { isPermission, PERMISSIONS, type Permission } from '../../../contract/permissions.ts'
import type { Phrase } from '../../../contract/phrases/phrase.ts'
import { KEY_ROLES, type KeyRole } from '../../../contract/roles.ts'
import { MODES, type Mode } from '../../../contract/teams.ts'
import { createApiKey, keyView, revokeApiKey } from '../../features/teams/api-keys.ts'
import { OPERATOR } from '../../features/teams/caller.ts'
import { findKey, type KeyRow, listKeys } from '../../features/teams/key-store.ts'
import { findTeam } from '../../features/teams/store.ts'
import { scopeOf, type World } from '../../features/world.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { ownerOfRow } from '../../kernel/values/owner.ts'
import { firstPage } from '../../kernel/values/pages.ts'
import { refuseArgument } from './failures.ts'
import { handOver } from './hand-over.ts'
import { type Cell, joined, same, sayTable, type Terminal } from './terminal.ts'
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
    const lines: Phrase[] = [
      [`Secret: ${key.secret}`, `Segredo: ${key.secret}`],
      ['It is shown only now.', 'Ele só aparece agora.'],
    ]
    const given = handOver(world.config, `${key.id}.txt`, lines, { secret: key.secret })
    const head: Phrase = [`Key ${key.id} (${key.mode})`, `Chave ${key.id} (${MODE_NAMES[key.mode][1]})`]
    terminal.say(joined([head, ...given.lines]), {
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
    const body = keys.map((row): Cell[] => {
      const key = keyView(row)
      return [
        key.id,
        MODE_NAMES[key.mode],
        key.name,
        `...${key.last_four}`,
        stateOf(row, world),
        key.last_used_at ?? ['never used', 'nunca usada'],
      ]
    })
    sayTable(terminal, HEAD, body)
  })
}

export const MODE_NAMES: Readonly<Record<Mode, Phrase>> = {
  live: ['live', 'produção'],
  test: ['test', 'teste'],
}

const HEAD: readonly Phrase[] = [
  ['id', 'id'],
  ['mode', 'ambiente'],
  ['name', 'nome'],
  ['ends in', 'termina em'],
  ['state', 'situação'],
  ['last used', 'último uso'],
]

export async function revokeKeyCommand(id: string, terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const key = (await findKey(world.pool, id)) ?? fail('api_key_not_found')
    const revoked = await revokeApiKey(world, await scopeOf(world, ownerOfRow(key)), id)
    const { name, revoked_at } = revoked
    const text: Phrase = [
      `Key ${id} (${name}) was revoked at ${revoked_at}.`,
      `A chave ${id} (${name}) foi revogada em ${revoked_at}.`,
    ]
    terminal.say(text, revoked)
  })
}

function stateOf({ revoked_at, expires_at, read_only, permissions }: KeyRow, { wall }: World): Phrase {
  if (revoked_at !== null) {
    const at = isoTimestamp(revoked_at)
    return [`revoked ${at}`, `revogada ${at}`]
  }
  if (expires_at !== null && expires_at <= wall.now()) {
    const at = isoTimestamp(expires_at)
    return [`expired ${at}`, `vencida ${at}`]
  }
  if (permissions !== null) return same(permissions.join(', '))
  return read_only ? ['read-only', 'só leitura'] : ['full access', 'acesso total']
}

export async function knownTeam(world: World, id: string | undefined): Promise<string> {
  const team = id === undefined ? undefined : await findTeam(world.pool, id)
  return (
    team?.id ??
    refuseArgument('--team', [
      'must be the id of a team; "team list" shows them',
      'informe o id de uma agência; "team list" mostra todos.',
    ])
  )
}

function keyName(name = ''): string {
  if (name.length >= 1 && name.length <= 100) return name
  return refuseArgument('--name', ['must be 1 to 100 characters', 'use de 1 a 100 caracteres.'])
}

function permissionsNamed(text: string): Permission[] {
  const names = text.split(',').map((name) => name.trim())
  const known = names.filter(isPermission)
  if (known.length === names.length) return known
  const all = PERMISSIONS.join(', ')
  return refuseArgument('--permissions', [
    `must be some of ${all}, with commas between them`,
    `use alguns destes valores, separados por vírgulas: ${all}.`,
  ])
}

function roleNamed(name: string): KeyRole {
  return KEY_ROLES.find((role) => role === name) ?? refuseArgument('--role', oneOf(KEY_ROLES))
}

export function modeNamed(name: string | undefined): Mode {
  return (
    MODES.find((mode) => mode === name) ??
    refuseArgument('--mode', ['must be live or test', 'use live (produção) ou test (teste).'])
  )
}

export function oneOf(names: readonly string[]): Phrase {
  return [`must be one of ${names.join(', ')}`, `use um destes valores: ${names.join(', ')}.`]
}
