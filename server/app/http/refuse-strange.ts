// Refuses what no route is for: addresses that lead aside, and a mode that an operation is not for.
import type { FastifyRequest } from 'fastify'
import { isOpen, type Operation } from '../../../contract/operation.ts'
import type { Mode } from '../../../contract/teams.ts'
import type { Caller } from '../../features/teams/caller.ts'
import { fail } from '../../kernel/values/fail.ts'

/** After the key is checked, so that a strange address reveals nothing. */
export function refuseStrange({ url, caller }: FastifyRequest, operation: Operation | undefined): void {
  if (operation !== undefined && isOpen(operation) && leadsAside(url, operation)) fail('route_not_found')
  // PostgreSQL cannot store this character.
  if (url.includes('%00')) fail('invalid_request_parameters', { advice: 'the address must not contain %00' })
  if (operation?.testModeOnly && caller?.owner.mode !== 'test')
    fail('forbidden', { advice: `this needs ${modeOf(caller, 'test')}; nothing here is for live mode` })
  if (operation?.liveModeOnly && caller?.owner.mode !== 'live')
    fail('forbidden', {
      advice: `this needs ${modeOf(caller, 'live')}; it changes the team itself`,
    })
}

function modeOf(caller: Caller | undefined, mode: Mode): string {
  return caller?.via.kind === 'person' ? `"Embarque-Mode: ${mode}"` : `a ${mode} key`
}

/** Names that are written plainly are all that there is below a site; for files and pages the rest is a trick. */
const PLAIN_PATH = /^(?:\/[\w-][\w.-]*)*\/?$/

function leadsAside(url: string, { access, answer }: Operation): boolean {
  const path = url.replace(/[?#].*$/s, '')
  if (answer.kind === 'site') return !PLAIN_PATH.test(path)
  return access === 'open' && path.includes('%00')
}
