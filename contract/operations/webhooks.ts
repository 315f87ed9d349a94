// Operations on webhooks: the contract's four, and what integrators ask for besides.
import Type from 'typebox'
import { data } from '../answers.ts'
import { IdOf, OptionalBody } from '../common.ts'
import type { ErrorCode } from '../errors.ts'
import type { Operations } from '../operation.ts'
import {
  DeletedWebhook,
  NewWebhook,
  RotatedSecret,
  SecretRotation,
  UpdatedWebhook,
  Webhook,
  WebhookChange,
  WebhookInput,
  WebhookTestInput,
  WebhookTestResult,
} from '../webhooks.ts'

const tag = 'Webhooks'
const params = Type.Object({ id: IdOf('webhook', 'wh') })
const CHECKS = [
  'invalid_url',
  'invalid_events',
  'url_already_registered',
  'url_not_reachable',
] as const satisfies ErrorCode[]

export const WEBHOOK_OPERATIONS = {
  'webhooks.list': {
    method: 'GET',
    path: '/api/v1/webhooks',
    access: 'webhooks.read',
    tag,
    summary: 'List webhooks',
    answer: data(Type.Array(Webhook)),
  },
  'webhooks.create': {
    method: 'POST',
    path: '/api/v1/webhooks',
    access: 'webhooks.write',
    tag,
    summary: 'Create a webhook',
    description:
      'Checks the URL, the events, that the URL is new, and that it can be reached, in this order.',
    body: WebhookInput,
    status: 201,
    answer: data(NewWebhook),
    errors: CHECKS,
  },
  'webhooks.read': {
    method: 'GET',
    path: '/api/v1/webhooks/:id',
    access: 'webhooks.read',
    tag,
    summary: 'Read a webhook',
    params,
    answer: data(Webhook),
    errors: ['webhook_not_found'],
  },
  'webhooks.update': {
    method: 'PUT',
    path: '/api/v1/webhooks/:id',
    access: 'webhooks.write',
    tag,
    summary: 'Update a webhook',
    description: 'Any of url, events and active. `active: true` reactivates: what waited goes on.',
    params,
    body: WebhookChange,
    answer: data(UpdatedWebhook),
    errors: ['webhook_not_found', ...CHECKS],
  },
  'webhooks.delete': {
    method: 'DELETE',
    path: '/api/v1/webhooks/:id',
    access: 'webhooks.write',
    tag,
    summary: 'Delete a webhook',
    params,
    answer: data(DeletedWebhook),
    errors: ['webhook_not_found'],
  },
  'webhooks.test': {
    method: 'POST',
    path: '/api/v1/webhooks/:id/test',
    access: 'webhooks.write',
    tag,
    summary: 'Send a sample event now',
    description: 'Answers with what the receiver said. It is not counted and not kept in the log.',
    params,
    body: OptionalBody(WebhookTestInput),
    answer: data(WebhookTestResult),
    errors: ['webhook_not_found', 'invalid_events'],
  },
  'webhooks.rotateSecret': {
    method: 'POST',
    path: '/api/v1/webhooks/:id/rotate-secret',
    access: 'webhooks.write',
    tag,
    summary: 'Rotate the signing secret',
    description:
      'X-Service-Signature is made with the new secret from now on; webhook-signature carries both until the ' +
      'overlap ends.',
    params,
    body: OptionalBody(SecretRotation),
    answer: data(RotatedSecret),
    errors: ['webhook_not_found'],
  },
} as const satisfies Operations
