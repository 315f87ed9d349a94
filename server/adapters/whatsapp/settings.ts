// Settings of the messaging app.
import { anyText, httpUrl, oneOf, optional, setting, type ValuesOf } from '../../kernel/process/settings.ts'

export const MESSENGER_SETTINGS = {
  whatsappToken: optional(
    'WHATSAPP_TOKEN',
    anyText,
    'Access token of WhatsApp Cloud API; without it messages are kept in the table `messages`',
  ),
  whatsappPhoneNumberId: optional('WHATSAPP_PHONE_NUMBER_ID', anyText, 'Number that messages come from'),
  whatsappUrl: setting('WHATSAPP_URL', 'https://graph.facebook.com/v24.0', httpUrl, 'API and its version'),
  whatsappPix: setting(
    'WHATSAPP_PIX',
    'off',
    oneOf('off', 'on'),
    '`on` where the account may send Pix order details',
  ),
  whatsappAppSecret: optional(
    'WHATSAPP_APP_SECRET',
    anyText,
    'Secret of the app at Meta, with which it signs reports about messages; without it reports are ignored',
  ),
  whatsappVerifyToken: optional(
    'WHATSAPP_VERIFY_TOKEN',
    anyText,
    'Text of your own that is entered at Meta beside the address of its callbacks',
  ),
} as const

export type MessengerConfig = ValuesOf<typeof MESSENGER_SETTINGS>
