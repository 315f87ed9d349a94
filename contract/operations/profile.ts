// Operations of a person on themselves, whatever their teams.
import { data } from '../answers.ts'
import type { Operations } from '../operation.ts'
import { Profile } from '../people.ts'

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
} as const satisfies Operations
