// The port to a messaging app: messages and results.
import type { TeamLanguage } from '../../../contract/team-profile.ts'

/** The parameters of a message template. */
export interface PhoneMessage {
  /** Digits with the country code, without a plus. */
  to: string
  template: string
  /** The template's language; Portuguese by default. */
  language?: TeamLanguage
  parameters: string[]
  /** The end of the address behind the template's button. */
  link: string | null
  /** Lets the app show how to pay, if the account supports it. */
  order: PixOrder | null
  /** The reference of an order that is paid now. */
  paidOrder?: string
}

export interface PixOrder {
  /** Ours, unique for each message. */
  reference: string
  code: string
  merchantName: string
  key: string
  keyType: 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'EVP'
  itemName: string
  amountCents: number
}

export interface Messenger {
  readonly kind: 'whatsapp' | 'outbox'
  /** Whether Pix orders may be sent. */
  readonly takesOrders: boolean
  /**
   * Returns the provider's id of the message; throws MessageNotSent if it was not accepted, or if that is
   * unknown.
   */
  send(message: PhoneMessage): Promise<string | null>
  close(): Promise<void>
}

/** The message is safe for logs; `reason` is the provider's text, which may name the receiver. */
export class MessageNotSent extends Error {
  readonly reason: string

  constructor(code: string, reason: string) {
    super(`the message was not taken (${code})`)
    this.name = 'MessageNotSent'
    this.reason = reason
  }
}
