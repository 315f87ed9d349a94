// The due work that hands stored mails and messages over; each is known by the id of what it sends.
import { MAIL } from '../outbox/waits.ts'
import { teamWork } from '../outbox/work.ts'

export const sendMail = teamWork<null>('send-mail', { waits: MAIL, cap: 4 })

export const sendMessage = teamWork<null>('send-message', { waits: MAIL, cap: 4 })
