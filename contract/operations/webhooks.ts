// Operations on webhooks: the contract's four, and what integrators ask for besides.
import { data } from '../answers.ts'
import { OptionalBody } from '../common.ts'
import type { ErrorCode } from '../errors.ts'
import type { Operations } from '../operation.ts'
import { actOn, createOne, deleteOne, readAll, readOne } from '../resource-operations.ts'
import { webhooks } from '../resources.ts'
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

const CHECKS = [
  'invalid_url',
  'invalid_events',
  'url_already_registered',
  'url_not_reachable',
] as const satisfies ErrorCode[]
export const WEBHOOK_OPERATIONS = {
  'webhooks.list': readAll(webhooks, Webhook, 'List webhooks'),
  'webhooks.create': createOne(webhooks, {
    givesSecret: true,
    summary: 'Create a webhook',
    description:
      'Checks the URL, the events, that the key may read what each of them carries (403), that the URL is new, ' +
      'and that it can be reached, in this order.',
    body: WebhookInput,
    answer: data(NewWebhook),
    errors: [...CHECKS, 'resource_limit_exceeded'],
  }),
  'webhooks.read': readOne(webhooks, { summary: 'Read a webhook', answer: data(Webhook) }),
  'webhooks.update': {
    evenWhenFull: true,
    audit: 'settings',
    method: 'PUT',
    path: '/api/v1/webhooks/:id',
    access: 'webhooks.write',
    tag: webhooks.tag,
    summary: 'Update a webhook',
    description:
      'Any of url, events and active. `active: true` reactivates: what waited goes on. ' +
      'Another url needs the permissions to read all that the webhook was sent, as that can be sent again.',
    params: webhooks.params,
    body: WebhookChange,
    answer: data(UpdatedWebhook),
    errors: ['webhook_not_found', ...CHECKS],
  },
  'webhooks.delete': deleteOne(webhooks, {
    summary: 'Delete a webhook',
    answer: data(DeletedWebhook),
  }),
  'webhooks.test': actOn(webhooks, 'test', {
    summary: 'Send a sample event now',
    description: 'Answers with what the receiver said. It is not counted and not kept in the log.',
    body: OptionalBody(WebhookTestInput),
    answer: data(WebhookTestResult),
    errors: ['invalid_events'],
  }),
  'webhooks.rotateSecret': actOn(webhooks, 'rotate-secret', {
    evenWhenFull: true,
    audit: 'settings',
    summary: 'Rotate the signing secret',
    description:
      'X-Service-Signature is made with the new secret from now on; webhook-signature carries both until the ' +
      'overlap ends.',
    body: OptionalBody(SecretRotation),
    answer: data(RotatedSecret),
    givesSecret: true,
  }),
} as const satisfies Operations
