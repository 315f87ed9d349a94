// Operations of the first start: the account of who owns and runs the installation.
import { data } from '../answers.ts'
import type { Operations } from '../operation.ts'
import { Setup, SetupInput } from '../people.ts'
import { SIGNING_IN } from './sessions.ts'

const tag = 'Setup'

export const SETUP_OPERATIONS = {
  'setup.read': {
    method: 'GET',
    path: '/api/v1/setup',
    access: 'limited',
    tag,
    summary: 'Whether the first owner is still missing',
    answer: data(Setup),
  },
  'setup.create': {
    ...SIGNING_IN,
    path: '/api/v1/setup',
    tag,
    summary: 'Make the account of the first owner',
    description:
      'With the token of the link that the start of the service shows. It works once. The account owns the first ' +
      'team, runs the installation, and is signed in.',
    body: SetupInput,
    errors: ['link_not_valid', 'email_already_registered', 'cross_site_request'],
  },
} as const satisfies Operations
