// Failures of signing in through a provider of identities. But for the first, a browser is led back with their code.

export const IDENTITY_ERRORS = {
  identity_provider_not_found: {
    status: 404,
    text: 'Identity provider not found',
    advice: 'GET /api/v1/sign-in lists those that this installation offers',
  },
  identity_not_found: {
    status: 404,
    text: 'Identity not found',
    advice: 'GET /api/v1/profile/identities lists those of your account',
  },
  identity_provider_away: {
    status: 503,
    text: 'Identity provider away',
    advice:
      'it could not be reached, or its settings here are wrong; sign in another way, or try again later',
  },
  identity_refused: {
    status: 401,
    text: 'Identity refused',
    advice: 'what the provider sent could not be verified; begin the sign-in again',
  },
  sign_in_cancelled: {
    status: 401,
    text: 'Sign-in cancelled',
    advice: 'the provider says that it was not allowed there; begin again, and agree',
  },
  sign_in_expired: {
    status: 401,
    text: 'Sign-in expired',
    advice: 'it was begun more than 10 minutes ago, in another browser, or is over; begin it again',
  },
  email_not_verified: {
    status: 403,
    text: 'Email not verified',
    advice: 'the provider has not checked your e-mail address; verify it there, or sign in another way',
  },
  no_account: {
    status: 403,
    text: 'No account',
    advice: 'nobody has an account with this e-mail address; ask the owner of your team to invite you',
  },
} as const
