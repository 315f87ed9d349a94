// Hands one stored mail to the mail server. A crash between sending and noting it sends the mail again, under the
// same Message-ID: a notice that comes twice does less harm than one that never comes.
import { PANEL_PATH } from '../../../contract/links.ts'
import { type Mail, MailNotSent } from '../../adapters/mail/mailer.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { MAIL } from '../../kernel/jobs/retry-waits.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { withLink } from '../people/linked-mail.ts'
import { demandTeam, type Team } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { reasonToWait } from './mail-limits.ts'
import { paperOf, withPictures } from './mail-parts.ts'
import {
  findMail,
  type MailRow,
  setMailFailed,
  setMailGivenUp,
  setMailSent,
  setMailStored,
} from './mail-store.ts'
import { letFollow } from './queue-mail.ts'
import type * as work from './work.ts'

export async function sendMail(
  world: World,
  { piece, scope, last }: TaskOf<typeof work.sendMail>,
): Promise<void> {
  const row = await findMail(world.pool, piece.key)
  if (row === undefined) throw new Error(`there is no mail ${piece.key}`)
  if (row.status === 'sent' || row.status === 'stored')
    return transaction(world, scope, (tx) => letFollow(tx, row.id))
  const team = await demandTeam(world.pool, row.team_id)
  const isLast = piece.attempt > MAIL.length
  const reason = world.mailer.kind === 'smtp' ? await reasonToWait(world, scope, row, team) : null
  if (reason !== null) {
    await setMailFailed(world.pool, row.id, reason)
    // Whoever is written to so often needs no more of it.
    if (isLast) return giveUp(world, last, row)
    throw new Error('a limit of mails within an hour is reached')
  }
  try {
    const mail = await withLink(world, await mailOf(world, row, team), row.link_id)
    if (mail === null) {
      await setMailFailed(world.pool, row.id, 'not sent: the link in it has ended')
      return await giveUp(world, last, row)
    }
    await world.mailer.send(mail)
  } catch (error) {
    const { message } = error as Error
    await setMailFailed(world.pool, row.id, error instanceof MailNotSent ? error.reason : message)
    // An address that does not exist will not exist tomorrow either.
    if (error instanceof MailNotSent && error.isFinal) return giveUp(world, last, row)
    if (isLast) await giveUp(world, scope, row)
    throw error
  }
  await transaction(world, last, async (tx) => {
    if (world.mailer.kind === 'smtp') await setMailSent(tx, row.id, tx.now)
    else await setMailStored(tx, row.id)
    await letFollow(tx, row.id)
  })
}

/** Whatever waited for it need not wait any longer. */
async function giveUp(world: World, scope: Scope, { id }: MailRow): Promise<void> {
  await transaction(world, scope, async (tx) => {
    await setMailGivenUp(tx, id)
    await letFollow(tx, id)
  })
}

async function mailOf(world: World, row: MailRow, team: Team): Promise<Mail> {
  const { id, to_address, subject, text } = row
  const from = { from: world.config.mailFrom, ...(isForAgency(row, team) ? {} : agencyAs(team)) }
  const mail = { id, ...from, to: to_address, subject, text, ...unsubscribeOf(world, row) }
  // Without a mail server nobody would read it.
  if (world.mailer.kind !== 'smtp') return { ...mail, html: row.html }
  const { html, pictures } = await withPictures(world, row.html)
  const paper = await paperOf(world, row)
  return { ...mail, html, attachments: [...pictures, ...paper] }
}

/** What an agency is told by choice, it can choose not to be told. Clients get nothing but what concerns their own. */
function unsubscribeOf({ address }: World, { key }: MailRow): Pick<Mail, 'unsubscribe'> {
  const isByChoice = /^(?:news|webhook-off) |^booking \S+ \S+ agency/.test(key)
  return isByChoice ? { unsubscribe: `${address.url}${PANEL_PATH}/configuracoes/agencia` } : {}
}

/** To itself it is the service that writes, as it always did; in test mode what is meant for others is not. */
function isForAgency({ key, to_address, meant_for }: MailRow, { email }: Team): boolean {
  if (meant_for !== null) return false
  // Those about its banks and its address go to owners and former addresses too.
  return /^(?:provider|team) /.test(key) || to_address.toLowerCase() === email.toLowerCase()
}

/** Under the agency's name, over the address that the mail server may use; answers go to the agency. */
function agencyAs({ name, reply_to, email }: Team): Pick<Mail, 'as' | 'replyTo'> {
  return { as: name.replace(/[\s\p{Cc}]+/gu, ' ').trim(), replyTo: reply_to ?? email }
}
