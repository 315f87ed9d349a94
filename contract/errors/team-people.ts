// Failures about the people of a team, invitations to it, and what operators look after.

export const TEAM_PEOPLE_ERRORS = {
  person_not_found: {
    status: 404,
    text: 'Person not found',
    advice: 'check the id; GET /api/v1/people lists the people of your team',
  },
  invitation_not_found: {
    status: 404,
    text: 'Invitation not found',
    advice: 'check the id; GET /api/v1/invitations lists those that nobody has used',
  },
  invitation_for_another_person: {
    status: 403,
    text: 'Invitation for another person',
    advice: 'sign in with the address that the invitation was sent to, or ask for one to yours',
  },
  already_a_member: {
    status: 409,
    text: 'Already a member',
    advice: 'this address belongs to the team; PATCH /api/v1/people/:id changes what it may do',
  },
  already_invited: {
    status: 409,
    text: 'Already invited',
    advice: 'this address has an open invitation; send that again, or withdraw it first',
  },
  last_owner: {
    status: 409,
    text: 'Last owner',
    advice: 'a team always has an owner; make somebody else one first',
  },
  work_not_found: {
    status: 404,
    text: 'Work not found',
    advice: 'check the number; GET /api/v1/installation/work?dead=true lists what failed for good',
  },
} as const
