// What the mails about ways into an account say in English.
import type { AccountWords } from '../shapes.ts'

export const ACCOUNT: AccountWords = {
  reset: {
    subject: 'Choose a new password',
    paragraphs: [
      'We were asked for a new password for your Embarque account.',
      'The link works once, within an hour. Using it ends all your sessions.',
      'If it was not you, ignore this mail: your password stays as it is. Do not forward this message to anyone.',
    ],
    action: 'Choose a new password',
  },
  confirm_email: {
    subject: 'Confirm your new e-mail address',
    paragraphs: [
      'This address was given as the new one of an Embarque account. Confirm it to begin using it.',
      'The link works once, within an hour.',
      'If it was not you, ignore this mail: nothing changes without the confirmation.',
    ],
    action: 'Confirm the address',
  },
  email_asked: {
    subject: 'A new e-mail address was asked for',
    paragraphs: [
      'Somebody asked for another e-mail address for your Embarque account. It changes once that address is confirmed.',
      'If it was not you, change your password right away: that cancels the change and ends your other sessions.',
    ],
  },
  email_changed: {
    subject: 'The e-mail address of your account was changed',
    paragraphs: [
      'The e-mail address of your Embarque account was changed and confirmed. This one does not sign you in any more.',
      'If it was not you, tell whoever runs the service at your agency right away.',
    ],
  },
}
