// What the messaging app calls: a challenge, once, and then what became of messages, signed.
import Type from 'typebox'
import { bare, inline, Success } from '../answers.ts'
import { CALLBACK_PATH } from '../links.ts'
import type { Operations } from '../operation.ts'

const path = `${CALLBACK_PATH}/whatsapp`

export const MESSAGE_RECEIPT_OPERATIONS = {
  'messageReceipts.prove': {
    method: 'GET',
    path,
    access: 'limited',
    query: Type.Object({
      'hub.mode': Type.Optional(Type.String()),
      'hub.verify_token': Type.Optional(Type.String()),
      'hub.challenge': Type.Optional(Type.String()),
    }),
    answer: inline('text/plain'),
    errors: ['route_not_found', 'unauthorized'],
  },
  'messageReceipts.receive': {
    method: 'POST',
    path,
    access: 'limited',
    signedIn: 'x-hub-signature-256',
    body: Type.Unknown(),
    // It tells of up to a thousand messages at once.
    bodyBytesMax: 512 * 1024,
    answer: bare(Success),
    errors: ['route_not_found', 'unauthorized'],
  },
} as const satisfies Operations
