// Chooses how messages reach phones. Without an account nothing is sent: the message stays stored.

import type { Messenger } from './messenger.ts'
import type { MessengerConfig } from './settings.ts'
import { makeWhatsApp } from './whatsapp.ts'

export function makeMessenger(config: MessengerConfig): Messenger {
  const { whatsappToken: token, whatsappPhoneNumberId: phoneNumberId, whatsappUrl: url } = config
  if (token === null && phoneNumberId === null) return OUTBOX
  if (token === null || phoneNumberId === null)
    throw new Error('WHATSAPP_TOKEN and WHATSAPP_PHONE_NUMBER_ID go together; set both or none')
  return makeWhatsApp({ token, phoneNumberId, url, takesOrders: config.whatsappPix === 'on' })
}

const OUTBOX: Messenger = {
  kind: 'outbox',
  takesOrders: false,
  send: async () => null,
  close: async () => {},
}
