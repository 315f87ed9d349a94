// Operations on API keys: those of the caller's own team and mode.
import { data } from '../answers.ts'
import { PageQuery } from '../common.ts'
import type { Operations } from '../operation.ts'
import { createOne, deleteOne, listAll } from '../resource-operations.ts'
import { keys } from '../resources.ts'
import { ApiKey, ApiKeyInput, NewApiKey } from '../teams.ts'

export const KEY_OPERATIONS = {
  'keys.list': listAll(keys, PageQuery, ApiKey, 'List keys', 'Newest first, revoked ones included.'),
  'keys.create': createOne(keys, {
    summary: 'Create a key',
    description:
      "The key is of the caller's mode. It may do no more than the caller and lives no longer. Its secret is shown " +
      'only in this answer.',
    body: ApiKeyInput,
    answer: data(NewApiKey),
    givesSecret: true,
    errors: ['resource_limit_exceeded'],
  }),
  'keys.revoke': deleteOne(keys, {
    summary: 'Revoke a key',
    description: 'Effective at once. Revoking a revoked key changes nothing.',
    answer: data(ApiKey),
  }),
} as const satisfies Operations
