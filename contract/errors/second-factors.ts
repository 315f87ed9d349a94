// Failures about second factors, passkeys and proofs of who somebody is.

export const FACTOR_ERRORS = {
  second_factor_refused: {
    status: 401,
    text: 'Second factor refused',
    advice: 'the code is wrong, too old or was used before; wait for the next one, or use a recovery code',
  },
  passkey_refused: {
    status: 401,
    text: 'Passkey refused',
    advice:
      'ask for new options and let the browser answer them; each challenge is good for one answer, for 5 minutes',
  },
  proof_required: {
    status: 403,
    text: 'Proof required',
    advice:
      'send your password or a factor to POST /api/v1/sessions/proof, then this again within 10 minutes',
  },
  passkeys_unavailable: {
    status: 422,
    text: 'Passkeys unavailable',
    advice:
      'browsers allow passkeys on https with a host name, or on localhost; the operator sets PUBLIC_URL to such one',
  },
  passkey_not_found: {
    status: 404,
    text: 'Passkey not found',
    advice: 'check the id; GET /api/v1/profile/passkeys lists your passkeys',
  },
  passkey_already_registered: {
    status: 409,
    text: 'Passkey already registered',
    advice: 'this passkey is known already; use it, or make another one',
  },
  totp_not_started: {
    status: 409,
    text: 'TOTP not started',
    advice: 'ask for a secret with POST /api/v1/profile/totp, and confirm it within an hour',
  },
  no_second_factor: {
    status: 409,
    text: 'No second factor',
    advice: 'recovery codes stand in for a factor; add an authenticator app or a passkey first',
  },
  last_way_in: {
    status: 409,
    text: 'Last way in',
    advice: 'without it nobody could sign in as you; set a password or add another passkey first',
  },
} as const
