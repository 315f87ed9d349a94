// Signed messages of flight suppliers, which only name the order to read.
import Type from 'typebox'
import { CALLBACK_PATH } from './links.ts'
import type { Operations } from './operation.ts'
import { bare, Success } from './responses.ts'

export const HintParams = Type.Object({ supplier: Type.String() })

export const SUPPLIER_HINT_OPERATIONS = {
  'supplierHints.receive': {
    method: 'POST',
    path: `${CALLBACK_PATH}/:supplier`,
    access: 'limited',
    signatureHeader: 'x-duffel-signature',
    params: HintParams,
    body: Type.Unknown(),
    bodyBytesMax: 128 * 1024,
    response: bare(Success),
    errors: ['route_not_found', 'unauthorized'],
  },
} as const satisfies Operations
