// /api/v1/webhooks: the contract's four routes, and what integrators ask for besides.
import Type from 'typebox'
import { Enveloped, IdOf, OptionalBody } from '../../../contract/common.ts'
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
} from '../../../contract/webhooks.ts'
import { fail } from '../../base/values/fail.ts'
import { createWebhook } from '../../webhooks/create-webhook.ts'
import { deleteWebhook } from '../../webhooks/delete-webhook.ts'
import { testWebhook } from '../../webhooks/test-webhook.ts'
import { updateWebhook } from '../../webhooks/update-webhook.ts'
import { rotateSecret } from '../../webhooks/webhook-secrets.ts'
import { findWebhook, listWebhooks } from '../../webhooks/webhook-store.ts'
import { webhookView } from '../../webhooks/webhook-view.ts'
import type { World } from '../../world.ts'
import { readAnswers, writeAnswers } from '../door/answers.ts'
import { change } from '../door/change.ts'
import { enveloped } from '../door/envelope.ts'
import { ownerOf } from '../door/front-door.ts'
import type { App } from '../door/types.ts'

const tags = ['Webhooks']
const params = Type.Object({ id: IdOf('webhook', 'wh') })
const CHECKS = ['invalid_url', 'invalid_events', 'url_already_registered', 'url_not_reachable'] as const

export function webhookRoutes(app: App, world: World): void {
  app.get(
    '/api/v1/webhooks',
    { schema: { summary: 'List webhooks', tags, response: readAnswers(Enveloped(Type.Array(Webhook))) } },
    async (request, reply) => {
      const webhooks = await listWebhooks(world.pool, ownerOf(request))
      return reply.send(enveloped(webhooks.map(webhookView)))
    },
  )

  app.post(
    '/api/v1/webhooks',
    {
      schema: {
        summary: 'Create a webhook',
        description:
          'Checks the URL, the events, that the URL is new, and that it can be reached, in this order.',
        tags,
        body: WebhookInput,
        response: writeAnswers(201, Enveloped(NewWebhook), ...CHECKS),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => createWebhook(world, scope, request.body), { status: 201 }),
  )

  app.get(
    '/api/v1/webhooks/:id',
    {
      schema: {
        summary: 'Read a webhook',
        tags,
        params,
        response: readAnswers(Enveloped(Webhook), 'webhook_not_found'),
      },
    },
    async (request, reply) => {
      const webhook = await findWebhook(world.pool, ownerOf(request), request.params.id)
      return reply.send(enveloped(webhookView(webhook ?? fail('webhook_not_found'))))
    },
  )

  app.put(
    '/api/v1/webhooks/:id',
    {
      schema: {
        summary: 'Update a webhook',
        description: 'Any of url, events and active. `active: true` reactivates: what waited goes on.',
        tags,
        params,
        body: WebhookChange,
        response: writeAnswers(200, Enveloped(UpdatedWebhook), 'webhook_not_found', ...CHECKS),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => updateWebhook(world, scope, request.params.id, request.body)),
  )

  app.delete(
    '/api/v1/webhooks/:id',
    {
      schema: {
        summary: 'Delete a webhook',
        tags,
        params,
        response: writeAnswers(200, Enveloped(DeletedWebhook), 'webhook_not_found'),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => deleteWebhook(world, scope, request.params.id)),
  )

  app.post(
    '/api/v1/webhooks/:id/test',
    {
      schema: {
        summary: 'Send a sample event now',
        description: 'Answers with what the receiver said. It is not counted and not kept in the log.',
        tags,
        params,
        body: OptionalBody(WebhookTestInput),
        response: writeAnswers(200, Enveloped(WebhookTestResult), 'webhook_not_found', 'invalid_events'),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) =>
        testWebhook(world, scope, request.params.id, request.body?.type),
      ),
  )

  app.post(
    '/api/v1/webhooks/:id/rotate-secret',
    {
      schema: {
        summary: 'Rotate the signing secret',
        description:
          'X-Service-Signature is made with the new secret from now on; webhook-signature carries both until the ' +
          'overlap ends.',
        tags,
        params,
        body: OptionalBody(SecretRotation),
        response: writeAnswers(200, Enveloped(RotatedSecret), 'webhook_not_found'),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) =>
        rotateSecret(world, scope, request.params.id, request.body?.overlap_hours),
      ),
  )
}
