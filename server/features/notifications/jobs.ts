// Declares the jobs that send stored mails and messages; the key is the id of the mail or message.
import { MAIL, teamJob } from '../../kernel/jobs/declare-job.ts'

export const sendMailJob = teamJob<null>('send-mail', { waits: MAIL, cap: 4 })

export const sendMessageJob = teamJob<null>('send-message', { waits: MAIL, cap: 4 })
