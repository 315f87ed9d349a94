// Errors of signing in through an identity provider. All but the first return to the browser as a code.

export const IDENTITY_ERRORS = {
  identity_provider_not_found: {
    status: 404,
    type: 'not_found',
    text: 'Identity provider not found',
    advice: 'GET /api/v1/sign-in lists those that this installation offers',
    en: 'This way to sign in is not offered here.',
    pt: 'Esta forma de login não é oferecida aqui.',
  },
  identity_not_found: {
    status: 404,
    type: 'not_found',
    text: 'Identity not found',
    advice: 'GET /api/v1/profile/identities lists those of your account',
    en: 'This account is not linked to yours any more.',
    pt: 'Esta conta não está mais vinculada à sua.',
  },
  identity_provider_away: {
    status: 503,
    type: 'unavailable',
    text: 'Identity provider away',
    advice:
      'it could not be reached, or its settings here are wrong; sign in another way, or try again later',
    en: 'The sign-in service did not respond. Sign in another way, or try again later.',
    pt: 'O serviço de login não respondeu. Entre de outra forma ou tente mais tarde.',
  },
  identity_refused: {
    status: 401,
    type: 'authentication',
    text: 'Identity refused',
    advice: 'what the provider sent could not be verified; begin the sign-in again',
    en: 'Your identity could not be verified. Start the sign-in again.',
    pt: 'Não foi possível verificar sua identidade. Comece o login novamente.',
  },
  sign_in_cancelled: {
    status: 401,
    type: 'authentication',
    text: 'Sign-in cancelled',
    advice: 'the provider says that it was not allowed there; begin again, and agree',
    en: 'The sign-in was cancelled at the other service.',
    pt: 'O login foi cancelado no outro serviço.',
  },
  sign_in_expired: {
    status: 401,
    type: 'authentication',
    text: 'Sign-in expired',
    advice: 'it was begun more than 10 minutes ago, in another browser, or is over; begin it again',
    en: 'The sign-in took too long or began in another browser. Start again.',
    pt: 'O login demorou demais ou começou em outro navegador. Comece novamente.',
  },
  email_not_verified: {
    status: 403,
    type: 'permission',
    text: 'Email not verified',
    advice: 'the provider has not checked your e-mail address; verify it there, or sign in another way',
    en: 'Your e-mail address is not verified at the other service. Verify it there, or sign in another way.',
    pt: 'Seu e-mail não foi verificado no outro serviço. Verifique-o lá ou entre de outra forma.',
  },
  no_account: {
    status: 403,
    type: 'permission',
    text: 'No account',
    advice: 'no account has this e-mail address; ask the owner of your team to invite you',
    en: 'No account has this e-mail address. Ask the owner of the agency for an invitation.',
    pt: 'Nenhuma conta tem este e-mail. Peça um convite ao proprietário da agência.',
  },
} as const
