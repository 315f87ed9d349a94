// Operations about the service itself and about who is calling.
import { byStatus, data, redirect, site, written } from '../answers.ts'
import { AnyObject } from '../common.ts'
import { Health } from '../health.ts'
import { PANEL_PATH } from '../links.ts'
import type { Operations } from '../operation.ts'
import { Me } from '../teams.ts'

export const SERVICE_OPERATIONS = {
  'service.health': {
    method: 'GET',
    path: '/api/v1/health',
    access: 'open',
    tag: 'Service',
    summary: 'Health of the service',
    description: 'Needs no key. 503 when the database is away.',
    answer: byStatus(Health, { 200: 'The database answers', 503: 'The database is away' }),
    errors: ['route_not_found'],
  },
  'service.openapi': {
    method: 'GET',
    path: '/openapi.json',
    access: 'limited',
    answer: written(AnyObject, { isVersioned: true }),
  },
  'service.docs': { method: 'GET', path: '/docs', access: 'limited', answer: site },
  'service.llms': { method: 'GET', path: '/llms.txt', access: 'limited', answer: site },
  'service.home': { method: 'GET', path: '/', access: 'open', answer: redirect },
  'service.panel': { method: 'GET', path: PANEL_PATH, access: 'open', answer: site },
  'team.read': {
    method: 'GET',
    path: '/api/v1/me',
    access: 'team.read',
    tag: 'Service',
    summary: "The caller's team",
    answer: data(Me),
  },
} as const satisfies Operations
