// The port to a messaging app: what is sent through it, and what it answers.
import type { TeamLanguage } from '../../../contract/team-profile.ts'

/** What a template of the messaging app is filled with. */
export interface PhoneMessage {
  /** Digits with the country code, without a plus. */
  to: string
  template: string
  /** Of the template; Portuguese where none is named. */
  language?: TeamLanguage
  parameters: string[]
  /** The end of the address behind the template's button. */
  link: string | null
  /** Lets the app show how to pay, where the account may. */
  order: PixOrder | null
  /** The reference of an order that is paid by now. */
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
  /** Whether orders to be paid by PIX may be sent. */
  readonly takesOrders: boolean
  /** The provider's id of the message; throws MessageNotSent when it did not take it, or nobody knows. */
  send(message: PhoneMessage): Promise<string | null>
  close(): Promise<void>
}

/** The message is fit for logs; `reason` is what the provider said, which may name the receiver. */
export class MessageNotSent extends Error {
  readonly reason: string

  constructor(code: string, reason: string) {
    super(`the message was not taken (${code})`)
    this.name = 'MessageNotSent'
    this.reason = reason
  }
}
