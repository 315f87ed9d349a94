// Errors about second factors, passkeys and fresh authentication.

export const FACTOR_ERRORS = {
  second_factor_refused: {
    status: 401,
    type: 'authentication',
    text: 'Second factor refused',
    advice: 'the code is wrong, too old or was used before; wait for the next one, or use a recovery code',
    en: 'The code is wrong, too old or was used before. Wait for the next one, or use a recovery code.',
    pt: 'O código está incorreto, expirou ou já foi usado. Aguarde o próximo ou use um código de recuperação.',
  },
  passkey_refused: {
    status: 401,
    type: 'authentication',
    text: 'Passkey refused',
    advice: 'ask for new options and let the browser use them; each challenge works once, for 5 minutes',
    en: 'The passkey was not accepted. Try again.',
    pt: 'A chave de acesso não foi aceita. Tente novamente.',
  },
  proof_required: {
    status: 403,
    type: 'permission',
    text: 'Proof required',
    advice:
      'send your password or a factor to POST /api/v1/sessions/proof, then this again within 10 minutes',
    en: 'Confirm that it is you to go on.',
    pt: 'Confirme que é você para continuar.',
  },
  passkeys_unavailable: {
    status: 422,
    type: 'business_rule',
    text: 'Passkeys unavailable',
    advice:
      'browsers allow passkeys on https with a host name, or on localhost; the operator sets PUBLIC_URL to such one',
    en: 'Passkeys work only on https with a host name, or on localhost.',
    pt: 'Chaves de acesso só funcionam em https com um domínio, ou em localhost.',
  },
  passkey_not_found: {
    status: 404,
    type: 'not_found',
    text: 'Passkey not found',
    advice: 'check the id; GET /api/v1/profile/passkeys lists your passkeys',
    en: 'This passkey does not exist, or was removed.',
    pt: 'Esta chave de acesso não existe ou já foi removida.',
  },
  passkey_already_registered: {
    status: 409,
    type: 'conflict',
    text: 'Passkey already registered',
    advice: 'this passkey is known already; use it, or create another one',
    en: 'This passkey is registered already.',
    pt: 'Esta chave de acesso já está cadastrada.',
  },
  totp_not_started: {
    status: 409,
    type: 'conflict',
    text: 'TOTP not started',
    advice: 'ask for a secret with POST /api/v1/profile/totp, and confirm it within an hour',
    en: 'The QR code has expired. Start again.',
    pt: 'O código QR expirou. Comece novamente.',
  },
  no_second_factor: {
    status: 409,
    type: 'conflict',
    text: 'No second factor',
    advice: 'recovery codes stand in for a factor; add an authenticator app or a passkey first',
    en: 'Set up an authenticator app or a passkey first.',
    pt: 'Ative antes um aplicativo autenticador ou uma chave de acesso.',
  },
  last_way_in: {
    status: 409,
    type: 'conflict',
    text: 'Last way in',
    advice: 'without it you could no longer sign in; set a password or add another passkey first',
    en: 'This is your only way to sign in. Set a password or add another passkey first.',
    pt: 'É a sua única forma de login. Crie uma senha ou outra chave de acesso antes.',
  },
} as const
