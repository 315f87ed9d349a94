// Accounts in English: fields that several screens ask for, and failures in words.
import { plural } from '../plural.ts'
import type { pt } from '../pt/account.ts'

export const en: typeof pt = {
  name: 'Your name',
  email: 'E-mail',
  password: 'Password',
  currentPassword: 'Current password',
  newPassword: 'Choose a password',
  passwordHint: (least: number) =>
    `At least ${plural(least, 'character', 'characters')}. A short sentence is easy to remember.`,
  code: '6-digit code',
  recoveryCode: 'Recovery code',
  languages: { 'pt-BR': 'Português', en: 'English' },
  wait: (minutes: number) =>
    `Too many attempts in a row. To be safe, try again in ${plural(minutes, 'minute', 'minutes')}.`,
  weak: 'Easy to guess. Avoid common passwords, sequences, your name and your e-mail.',
  badValue: 'Check this field.',
  failures: {
    unauthorized: 'The sign-in took too long and has expired. Start again.',
    sign_in_failed: 'E-mail and password do not match.',
    cross_site_request: 'The request did not come from this page. Reload and try again.',
    link_not_valid: 'This link is no longer valid: it was used, replaced or has expired.',
    email_already_registered:
      'There is an account with this e-mail. Sign in with it, or use another address.',
    invitation_for_another_person:
      'The invitation went to another e-mail. Sign in with that address, or ask for one to yours.',
    already_a_member: 'This e-mail belongs to the agency already.',
    already_invited: 'This e-mail has an open invitation. Send it again, or withdraw it first.',
    resource_limit_exceeded: 'The limit has been reached. Withdraw or remove one, or try tomorrow.',
    last_owner: 'The agency needs at least one owner. Make somebody else an owner first.',
    person_not_found: 'This person no longer belongs to the agency.',
    invitation_not_found: 'This invitation is gone: it was accepted or withdrawn.',
    team_not_found: 'You no longer belong to this agency.',
    session_not_found: 'This device is signed out already.',
    second_factor_refused:
      'The code does not match, is old or was used. Wait for the next one, or use a recovery code.',
    passkey_refused: 'The passkey was not accepted. Try again.',
    passkey_cancelled: 'No passkey was used. Try again, or choose another way.',
    passkeys_unavailable: 'Passkeys work on https with a host name only, or on localhost.',
    passkey_already_registered: 'This device has a passkey of yours already.',
    passkey_not_found: 'This passkey was removed already.',
    proof_required: 'Confirm that it is you to go on.',
    totp_not_started: 'The QR code has expired. Start again.',
    no_second_factor: 'Turn on the app or a passkey first.',
    last_way_in: 'It is your only way in. Set a password or another passkey before removing it.',
    identity_provider_away: 'The sign-in service did not answer. Sign in another way, or try later.',
    identity_provider_not_found: 'This way to sign in is not offered here.',
    identity_not_found: 'This account was unlinked already.',
    identity_refused: 'We could not verify who you are. Start again.',
    sign_in_cancelled: 'The sign-in was cancelled at the other service.',
    sign_in_expired: 'The sign-in took too long or began in another browser. Start again.',
    email_not_verified:
      'Your e-mail is not verified at the other service. Verify it there, or sign in another way.',
    no_account: 'Nobody has an account with this e-mail. Ask whoever manages the agency to invite you.',
  },
}
