// Declares the due work that sends stored mails and messages; the key is the id of the mail or message.
import { MAIL, teamWork } from '../../kernel/jobs/declare-job.ts'

export const sendMailJob = teamWork<null>('send-mail', { waits: MAIL, cap: 4 })

export const sendMessageJob = teamWork<null>('send-message', { waits: MAIL, cap: 4 })
