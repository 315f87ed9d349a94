// Whether a sent document can reach its client.

/** `test`: test mode only stores the message. `nowhere`: neither mail nor WhatsApp is configured. */
export type Reachability = 'sent' | 'test' | 'nowhere'

interface Channels {
  readonly isTest: boolean
  readonly mailWorks: boolean
  readonly whatsAppWorks: boolean
}

interface Recipient {
  readonly email: string
  readonly phone: string | null
}

export function reachability(
  { isTest, mailWorks, whatsAppWorks }: Channels,
  { email, phone }: Recipient,
): Reachability {
  if (isTest) return 'test'
  const isReached = (mailWorks && email !== '') || (whatsAppWorks && phone !== null)
  return isReached ? 'sent' : 'nowhere'
}
