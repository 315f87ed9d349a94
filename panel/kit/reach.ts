// Whether a document that is sent can reach its client.

/** `test`: the test environment keeps what it would send. `nowhere`: neither mail nor WhatsApp is set up. */
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
