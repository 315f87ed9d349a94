// The job that sends a queued mail, within the limits of mails for each hour.
import { PANEL_PATH, PANEL_SCREENS, TEAM_LOGO_PATH } from '../../../contract/links.ts'
import { type Attachment, type Mail, MailNotSent } from '../../adapters/mail/mailer.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { MAIL } from '../../kernel/jobs/declare-job.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { Fail } from '../../kernel/values/fail.ts'
import { ownerName, ownerOfRow } from '../../kernel/values/owner.ts'
import type { HeavyFile } from '../heavy-work.ts'
import { withLink } from '../people/mail.ts'
import { isMember } from '../people/person-store.ts'
import { readLogoFile } from '../teams/brand.ts'
import { alarmedEmails, demandTeam, type Team } from '../teams/store.ts'
import type { World } from '../world.ts'
import type * as jobs from './jobs.ts'
import {
  countSubmitted,
  findMail,
  isSecurityNotice,
  lockLimits,
  type MailRow,
  setMailFailed,
  setMailGivenUp,
  setMailSent,
  setMailStored,
  setMailSubmitted,
} from './mail-store.ts'
import { letFollow } from './queue-mail.ts'

const HOUR_MS = 3_600_000
/**
 * An agency gets more mails than a client, but the factor is bounded because a team may enter any address as its own.
 */
const OWN_TIMES = 10

/**
 * Why a mail must wait, or null; then it is counted. It stays counted if the mail server fails, because the mail may
 * have been sent.
 */
async function reasonToWait(world: World, scope: Scope, mail: MailRow, team: Team): Promise<string | null> {
  const { mailLimitPerHour, mailLimitPerReceiver, mailLimitAllTeams } = world.config
  const now = world.wall.now()
  return transaction(world, scope, async (tx) => {
    await lockLimits(tx, mail)
    const times = await timesFor(tx, mail.to_address.toLowerCase(), team)
    const submitted = await countSubmitted(tx, mail, new Date(now.getTime() - HOUR_MS))
    if (mailLimitPerHour > 0 && submitted.of_team >= mailLimitPerHour)
      return `withheld: the team has sent ${submitted.of_team} mails within the hour`
    if (mailLimitPerReceiver > 0 && submitted.of_team_to_receiver >= mailLimitPerReceiver * times)
      return `withheld: the team has sent this address ${submitted.of_team_to_receiver} mails within the hour`
    if (mailLimitAllTeams > 0 && submitted.to_receiver >= mailLimitAllTeams * times)
      return `withheld: this address got ${submitted.to_receiver} mails within the hour`
    await setMailSubmitted(tx, mail.id, now)
    return null
  })
}

/**
 * The factor on the limits of an address. If the team's address is verified by one of its people, only the team's own
 * limit applies.
 */
async function timesFor(tx: Tx, address: string, { id, email, former_emails }: Team): Promise<number> {
  const isOwn = address === email.toLowerCase() || alarmedEmails(former_emails, tx.now).includes(address)
  if (!isOwn) return 1
  return (await isMember(tx, id, address)) ? Number.POSITIVE_INFINITY : OWN_TIMES
}

/** Rendered in a worker thread; none if the booking, invoice or quote was deleted. */
async function documentOf({ heavyWork }: World, row: MailRow): Promise<Attachment[]> {
  const owner = ownerOfRow(row)
  const whose = `mails of ${ownerName(owner)}`
  const { document_type: type } = row
  const token = row.document_key ?? ''
  const draw = async (): Promise<HeavyFile | null> => {
    if (row.receipt_of !== null) return heavyWork.run(whose, 'receipt', { owner, id: row.receipt_of })
    if (type === 'invoice') return heavyWork.run(whose, 'invoicePdf', { token }, token)
    if (type === 'quote') return heavyWork.run(whose, 'quotePdf', { token }, token)
    if (type === 'credit_note') return heavyWork.run(whose, 'creditNotePdf', { token }, token)
    return type === 'trip' ? heavyWork.run(whose, 'itineraryPdf', { owner, id: token }, token) : null
  }
  const file = await draw().catch(noneIfGone)
  if (file === null) return []
  return [{ filename: file.name, contentType: 'application/pdf', content: file.content }]
}

const GONE = new Set([
  'booking_not_found',
  'invoice_not_found',
  'credit_note_not_found',
  'quote_not_found',
  'trip_not_found',
])

function noneIfGone(error: unknown): null {
  if (error instanceof Fail && GONE.has(error.code)) return null
  throw error
}

const LOGO_TAG = new RegExp(`<img src="[^"]*${TEAM_LOGO_PATH}/([^"/]+)"([^>]*)>`, 'g')
const CID = 'logo@embarque'

/** Attaches the agency's logo, so that a mail program fetches nothing. If the logo was deleted, its tag is removed. */
async function withPictures(
  { pool }: World,
  html: string,
): Promise<{ html: string; pictures: Attachment[] }> {
  const [, file] = LOGO_TAG.exec(html) ?? []
  LOGO_TAG.lastIndex = 0
  if (file === undefined) return { html, pictures: [] }
  const content = await readLogoFile(pool, file).catch(() => null)
  if (content === null) return { html: html.replace(LOGO_TAG, ''), pictures: [] }
  const inline = { filename: 'logo.png', contentType: 'image/png', content, cid: CID }
  return { html: html.replace(LOGO_TAG, `<img src="cid:${CID}"$2>`), pictures: [inline] }
}

export async function sendMail(
  world: World,
  { job, scope, last }: TaskOf<typeof jobs.sendMailJob>,
): Promise<void> {
  const row = await findMail(world.pool, job.key)
  if (row === undefined) throw new Error(`there is no mail ${job.key}`)
  if (row.status === 'sent' || row.status === 'stored')
    return transaction(world, scope, (tx) => letFollow(tx, row.id))
  const team = await demandTeam(world.pool, row.team_id)
  const isLast = job.attempt > MAIL.length
  if (isExampleAddress(row.to_address))
    return transaction(world, last, async (tx) => {
      await setMailStored(tx, row.id)
      await letFollow(tx, row.id)
    })
  const reason = world.mailer.kind === 'smtp' ? await reasonToWait(world, scope, row, team) : null
  if (reason !== null) {
    await setMailFailed(world.pool, row.id, reason, scope.clock.now())
    // A receiver over the limit until the last attempt needs no further mail.
    if (isLast) return giveUp(world, last, row)
    throw new Error('a limit of mails within an hour is reached')
  }
  try {
    const mail = await withLink(world, await mailOf(world, row, team), row.link_id)
    if (mail === null) {
      await setMailFailed(world.pool, row.id, 'not sent: the link in it has ended', scope.clock.now())
      return await giveUp(world, last, row)
    }
    await world.mailer.send(mail)
  } catch (error) {
    const { message } = error as Error
    const why = error instanceof MailNotSent ? error.reason : message
    await setMailFailed(world.pool, row.id, why, scope.clock.now())
    // An address that does not exist will not exist tomorrow either.
    if (error instanceof MailNotSent && error.isFinal) return giveUp(world, last, row)
    if (isLast) await giveUp(world, scope, row)
    throw error
  }
  await transaction(world, last, async (tx) => {
    if (world.mailer.kind === 'smtp') await setMailSent(tx, row.id)
    else await setMailStored(tx, row.id)
    await letFollow(tx, row.id)
  })
}

/** Domains of documents and demos (RFC 2606): their mails are kept and not sent. */
function isExampleAddress(address: string): boolean {
  return /[@.]example\.(?:com|net|org)$/i.test(address)
}

/** Mails that wait for this one are sent without it. */
async function giveUp(world: World, scope: Scope, { id }: MailRow): Promise<void> {
  await transaction(world, scope, async (tx) => {
    await setMailGivenUp(tx, id)
    await letFollow(tx, id)
  })
}

async function mailOf(world: World, row: MailRow, team: Team): Promise<Mail> {
  const { id, to_address, subject, text } = row
  const from = { from: world.config.mailFrom, ...(isFromService(row, team) ? {} : agencyAs(team)) }
  const mail = { id, ...from, to: to_address, subject, text, ...unsubscribeOf(world, row) }
  // Without a mail server, the mail is only stored.
  if (world.mailer.kind !== 'smtp') return { ...mail, html: row.html }
  const { html, pictures } = await withPictures(world, row.html)
  const documents = await documentOf(world, row)
  return { ...mail, html, attachments: [...pictures, ...documents] }
}

/** Agencies can unsubscribe from notices that they chose. Clients only get mails about their own purchases. */
function unsubscribeOf({ address }: World, { category }: MailRow): Pick<Mail, 'unsubscribe'> {
  return category === 'optional' ? { unsubscribe: `${address.url}${PANEL_PATH}${PANEL_SCREENS.agency}` } : {}
}

/**
 * Security notices and mails to the agency itself come from the service. In test mode, mails meant for others do not
 * count as mails to the agency.
 */
function isFromService(mail: MailRow, { email }: Team): boolean {
  if (isSecurityNotice(mail)) return true
  return mail.meant_for === null && mail.to_address.toLowerCase() === email.toLowerCase()
}

/** The agency's name over the address that the mail server may use; replies go to the agency. */
function agencyAs({ name, reply_to, email }: Team): Pick<Mail, 'as' | 'replyTo'> {
  return { as: name.replace(/[\s\p{Cc}]+/gu, ' ').trim(), replyTo: reply_to ?? email }
}
