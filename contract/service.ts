// Health responses for load balancers, supervisors and operators.
import Type from 'typebox'
import { AnyObject, Meta, Timestamp } from './common.ts'
import { MCP_PATH, PANEL_PATH } from './links.ts'
import type { Operations } from './operation.ts'
import { byStatus, data, redirect, site, written } from './responses.ts'
import { Me } from './teams.ts'

export const Health = Type.Object({
  status: Type.Enum(['ok', 'degraded', 'unavailable']),
  version: Type.String(),
  time: Timestamp,
  checks: Type.Object({
    database: Type.Enum(['ok', 'read_only', 'down']),
    jobs: Type.Enum(['ok', 'stalled', 'unknown']),
    clock: Type.Optional(
      Type.Literal('off', { description: "Only where this machine's clock is seconds off the database's" }),
    ),
  }),
  _meta: Type.Optional(Meta),
})
export type Health = Type.Static<typeof Health>

/** The process responds, even if other systems are unavailable. */
export const Liveness = Type.Object({
  status: Type.Literal('ok'),
  version: Type.String(),
  time: Timestamp,
  _meta: Type.Optional(Meta),
})
export type Liveness = Type.Static<typeof Liveness>

/** Whether this process accepts requests. */
export const Traffic = Type.Object({
  status: Type.Enum(['ready', 'draining', 'unavailable']),
  version: Type.String(),
  time: Timestamp,
  _meta: Type.Optional(Meta),
})
export type Traffic = Type.Static<typeof Traffic>

// Operations about the service itself and the caller.

export const SERVICE_OPERATIONS = {
  'service.health': {
    method: 'GET',
    path: '/api/v1/health',
    access: 'open',
    tag: 'Service',
    summary: 'Health of the service',
    description: 'Needs no key. 503 if the database is unavailable.',
    response: byStatus(Health, { 200: 'The database responds', 503: 'The database is unavailable' }),
    errors: ['route_not_found'],
  },
  'service.live': {
    method: 'GET',
    path: '/health/live',
    access: 'open',
    tag: 'Service',
    summary: 'Whether the process responds',
    description:
      'Needs no key and asks nothing of the database: a process that does not respond has to be restarted.',
    response: byStatus(Liveness, { 200: 'The process responds' }),
    errors: ['route_not_found'],
  },
  'service.ready': {
    method: 'GET',
    path: '/health/ready',
    access: 'open',
    tag: 'Service',
    summary: 'Whether requests should be sent here',
    description:
      'Needs no key. For load balancers: 503 from the moment the process begins to stop, and while the database is ' +
      'unavailable. Before migrations are done there is no response at all.',
    response: byStatus(Traffic, {
      200: 'Send requests here',
      503: 'Send them elsewhere: the process is about to stop, or its database is unavailable',
    }),
    errors: ['route_not_found'],
  },
  'service.openapi': {
    method: 'GET',
    path: '/openapi.json',
    access: 'limited',
    response: written(AnyObject, { isVersioned: true }),
  },
  'service.docs': { method: 'GET', path: '/docs', access: 'limited', response: site },
  'service.llms': { method: 'GET', path: '/llms.txt', access: 'limited', response: site },
  'service.home': { method: 'GET', path: '/', access: 'open', response: redirect },
  'service.panel': { method: 'GET', path: PANEL_PATH, access: 'open', response: site },
  // The Model Context Protocol documents itself.
  'service.mcp': { method: 'GET', path: MCP_PATH, access: 'team.read', response: site },
  'team.read': {
    method: 'GET',
    path: '/api/v1/me',
    access: 'team.read',
    tag: 'Service',
    summary: "The caller's team",
    response: data(Me),
  },
} as const satisfies Operations
