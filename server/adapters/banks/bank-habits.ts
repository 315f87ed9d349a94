// In what banks differ besides what they are asked: each says so of itself, and the features go by that.
import type { IncomingHttpHeaders } from 'node:http'

export interface BankHabits {
  /** Hosts of its own at which no money is real. */
  readonly sandboxHosts?: readonly string[]
  /** Its charges can be paid after their end, so they are withdrawn then. */
  readonly keepsExpired?: boolean
  /** It makes no charge for a payer without CPF or CNPJ. */
  readonly needsPayerDocument?: boolean
}

/** What a bank says of a charge that it has made, besides how it is paid. */
export interface BankNames {
  /** The bank's own id of the charge, where ours is not enough to read it back by. */
  bankReference?: string
}

/** What a boleto has besides its numbers. */
export interface BoletoExtras extends BankNames {
  /** The bank's own number of it. */
  ourNumber?: string
  /** The bank's own page or PDF of it. */
  slipUrl?: string
}

/** Headers of a callback, in lower case. */
export type CallbackHeaders = IncomingHttpHeaders
