// Operations of a person on themselves, whatever their teams.
import { data } from '../answers.ts'
import type { Operations } from '../operation.ts'
import { Profile, ProfileInput } from '../people.ts'

export const PROFILE_OPERATIONS = {
  'profile.read': {
    method: 'GET',
    path: '/api/v1/profile',
    access: 'person',
    tag: 'Profile',
    summary: 'Who is signed in',
    description: 'With their teams, and what they are in each.',
    answer: data(Profile),
  },
  'profile.update': {
    method: 'PATCH',
    path: '/api/v1/profile',
    access: 'person',
    tag: 'Profile',
    summary: 'Change your name, language or password',
    description:
      'A new password needs the current one. It ends all your other sessions, and you are told by mail.',
    body: ProfileInput,
    answer: data(Profile),
    errors: ['sign_in_failed', 'too_many_attempts'],
  },
} as const satisfies Operations
