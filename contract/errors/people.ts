// Failures about people: who is signed in, from where, and for which of their teams.

export const PEOPLE_ERRORS = {
  sign_in_failed: {
    status: 401,
    text: 'Sign-in failed',
    advice: 'the e-mail address or the password is wrong',
  },
  too_many_attempts: {
    status: 429,
    text: 'Too many attempts',
    advice: 'wait for the seconds in the Retry-After header, then try again',
  },
  cross_site_request: {
    status: 403,
    text: 'Cross-site request',
    advice: 'what changes something with a session must come from a page of this service itself',
  },
  team_required: {
    status: 400,
    text: 'Team required',
    advice: 'you belong to several teams; send the header "Embarque-Team" with the id of one of them',
  },
  team_not_found: {
    status: 404,
    text: 'Team not found',
    advice: 'check the id in the header "Embarque-Team"; GET /api/v1/profile lists your teams',
  },
  mode_required: {
    status: 400,
    text: 'Mode required',
    advice: 'send the header "Embarque-Mode: live" or "Embarque-Mode: test" with what changes something',
  },
  link_not_valid: {
    status: 404,
    text: 'Link not valid',
    advice: 'it was used, replaced or has expired; ask for a new one',
  },
  email_already_registered: {
    status: 409,
    text: 'Email already registered',
    advice: 'somebody has an account with this address; sign in, or use another address',
  },
  session_not_found: {
    status: 404,
    text: 'Session not found',
    advice: 'check the id; GET /api/v1/sessions lists your sessions',
  },
} as const
