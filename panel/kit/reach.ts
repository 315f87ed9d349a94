// Whether a sent document can reach its client.

/** `test`: test mode only stores the message. `nowhere`: neither mail nor WhatsApp is configured. */
export type Reach = 'sent' | 'test' | 'nowhere'

interface Ways {
  readonly isTest: boolean
  readonly mailWorks: boolean
  readonly whatsAppWorks: boolean
}

interface Addressee {
  readonly email: string
  readonly phone: string | null
}

export function reachOf({ isTest, mailWorks, whatsAppWorks }: Ways, { email, phone }: Addressee): Reach {
  if (isTest) return 'test'
  const isReached = (mailWorks && email !== '') || (whatsAppWorks && phone !== null)
  return isReached ? 'sent' : 'nowhere'
}
