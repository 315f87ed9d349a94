// The SDK's error class of each code: by status, except for codes that callers treat specially. The SDK's
// classes and its guide are generated from it.
import { ERRORS, type ErrorCode } from '../errors.ts'

interface Family {
  readonly meaning: string
  /** Every code of these statuses that no other family names. */
  readonly statuses: readonly number[]
  /** Codes that belong here whatever their status. */
  readonly codes?: readonly ErrorCode[]
}

export const ERROR_FAMILIES = {
  InsufficientBalanceError: {
    meaning: 'The wallet does not hold enough: recharge it, then ask again',
    statuses: [],
    codes: ['insufficient_balance'],
  },
  OfferUnavailableError: {
    meaning: 'The offer is not to be had any more, or not at this price: search again',
    statuses: [],
    codes: ['offer_expired', 'offer_not_found', 'sold_out', 'price_changed'],
  },
  CarrierRejectedError: {
    meaning: 'The carrier said no; what was debited for it is returned',
    statuses: [],
    codes: [
      'carrier_rejected_the_booking',
      'carrier_rejected_the_cancellation',
      'carrier_rejected_the_acceptance',
    ],
  },
  AuthenticationError: { meaning: 'The key is missing, wrong, revoked or expired', statuses: [401] },
  PermissionError: { meaning: 'The key is known, and may not do this', statuses: [403] },
  NotFoundError: { meaning: 'There is none of this id in the team and mode of the key', statuses: [404] },
  ConflictError: { meaning: 'It does not go with the state that the object is in', statuses: [409, 412] },
  RateLimitError: {
    meaning: 'Too much in too short a time: wait for `retryAfterSeconds`',
    statuses: [429],
  },
  UnprocessableError: {
    meaning: 'The request is well formed, and a rule of the business refuses it',
    statuses: [422],
  },
  InvalidRequestError: {
    meaning: 'The request is wrong: `details` names the fields',
    statuses: [400, 405, 413, 415],
  },
  ServiceError: {
    meaning: 'The service, or a part that it depends on, could not respond',
    statuses: [408, 500, 503],
  },
} as const satisfies Record<string, Family>

export type ErrorFamily = keyof typeof ERROR_FAMILIES

/** The family that names the code, or that of its status. */
export function familyOf(code: ErrorCode): ErrorFamily | undefined {
  const { status } = ERRORS[code]
  const families = Object.entries<Family>(ERROR_FAMILIES)
  const named = families.find(([, { codes = [] }]) => codes.includes(code))
  const found = named ?? families.find(([, { statuses }]) => statuses.includes(status))
  return found?.[0] as ErrorFamily | undefined
}
