// What the mail with an invitation says in English.
import type { Role } from '../../../../../contract/roles.ts'
import type { InvitationWords } from '../shapes.ts'

const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  agent: 'Agent',
  finance: 'Finance',
  developer: 'Developer',
  viewer: 'Viewer',
}

export const INVITATION: InvitationWords = ({ team, inviter, role, days }) => ({
  subject: `Invitation to the team ${team}`,
  title: `You are invited to the team ${team}`,
  paragraphs: [
    `${inviter ?? `The team ${team}`} invites you to work on Embarque with the team ${team}.`,
    `Your role: ${ROLE_NAMES[role]}.`,
    'If you have an Embarque account with this address, accept with its password; if not, you make one when you ' +
      'open the invitation.',
    `The link works once, within ${days} days. Do not forward it: whoever opens it comes in your place.`,
    'If you did not expect this, ignore the mail. Nothing changes unless the link is used.',
  ],
  action: 'Accept the invitation',
})
