// Operations on the caller's own team: its profile and its logo. Both are shown to real clients, so only live callers
// change them.
import Type from 'typebox'
import { data, image } from '../answers.ts'
import { LOGO_BYTES_MAX } from '../limits.ts'
import { TEAM_LOGO_PATH } from '../links.ts'
import type { Operations } from '../operation.ts'
import { Logo, TeamChange, TeamProfile } from '../team-profile.ts'

const PATH = '/api/v1/team'
const YEAR_SECONDS = 31_536_000

const reading = { method: 'GET', access: 'team.read', tag: 'Team' } as const
const managing = { access: 'team.manage', tag: 'Team', audit: 'settings', liveModeOnly: true } as const

const managingLogo = { ...managing, path: `${PATH}/logo`, answer: data(TeamProfile) } as const

export const TEAM_OPERATIONS = {
  'team.profile': { ...reading, path: PATH, summary: "The agency's profile", answer: data(TeamProfile) },
  'team.update': {
    ...managing,
    method: 'PATCH',
    path: PATH,
    summary: "Change the agency's profile",
    description:
      'Fields that are left out stay. In live mode alone: what is changed is shown to real clients.',
    body: TeamChange,
    answer: data(TeamProfile),
    errors: ['brand_colour_hard_to_read'],
  },
  'team.readLogo': {
    ...reading,
    path: `${PATH}/logo`,
    summary: "The agency's logo",
    answer: data(Logo),
    errors: ['logo_not_found'],
  },
  'team.setLogo': {
    ...managingLogo,
    method: 'PUT',
    summary: "Set the agency's logo",
    description: 'The body is the bytes of the picture. It is made anew in the sizes that are needed.',
    takes: ['image/png', 'image/jpeg', 'image/webp'],
    bodyBytesMax: LOGO_BYTES_MAX,
    errors: ['image_not_supported', 'image_too_large', 'image_not_readable'],
  },
  'team.removeLogo': {
    ...managingLogo,
    method: 'DELETE',
    summary: "Remove the agency's logo",
    description: 'Its addresses, and those of logos before it, lead nowhere from now on.',
    errors: ['logo_not_found'],
  },
  'logos.show': {
    params: Type.Object({ file: Type.String({ description: 'Name and size' }) }),
    path: `${TEAM_LOGO_PATH}/:file`,
    method: 'GET',
    access: 'limited',
    errors: ['logo_not_found'],
    answer: image('image/png', YEAR_SECONDS),
  },
} as const satisfies Operations
