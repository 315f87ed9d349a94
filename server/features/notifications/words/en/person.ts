// What people read in English about what happened to their account: `{when}` is the time, `{named}` what they call it.
import type { PersonWords } from '../shapes.ts'

export const PERSON: PersonWords = {
  alarm:
    'If it was not you, reset your password right away, check your sessions and passkeys and tell whoever ' +
    'runs the service.',
  letters: {
    password_changed: {
      subject: 'Your password was changed',
      did: 'The password of your account was changed on {when}. Your other sessions were ended.',
    },
    totp_confirmed: {
      subject: 'Authenticator app turned on',
      did: 'An authenticator app was turned on for your account on {when}. Your password now needs a code too.',
    },
    totp_removed: {
      subject: 'Authenticator app removed',
      did: 'The authenticator app of your account was removed on {when}.',
    },
    passkey_added: {
      subject: 'Passkey added',
      did: 'The passkey “{named}” was added to your account on {when}.',
    },
    passkey_deleted: {
      subject: 'Passkey deleted',
      did: 'The passkey “{named}” of your account was deleted on {when}.',
    },
    recovery_codes_replaced: {
      subject: 'New recovery codes',
      did: 'New recovery codes were made on {when}. The old ones are no longer valid.',
    },
    recovery_code_used: {
      subject: 'Recovery code used',
      did: 'A recovery code of your account was used on {when}. It is no longer valid.',
    },
    identity_added: {
      subject: 'A new way into your account',
      did: 'On {when} your account was first entered through “{named}”, which is a way in from now on.',
    },
    identity_removed: {
      subject: 'A way into your account was removed',
      did: 'On {when} the way into your account through “{named}” was removed.',
    },
  },
}
