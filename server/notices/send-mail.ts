// Hands one stored mail to the mail server. A crash between sending and noting it sends the mail again, under the
// same Message-ID: a notice that comes twice does less harm than one that never comes.
import { finish } from '../base/due-work.ts'
import { transaction } from '../base/transaction.ts'
import { type Mail, MailNotSent } from '../outside/mailer.ts'
import type { Task, World } from '../world.ts'
import { findMail, type MailRow, setMailFailed, setMailSent, setMailStored } from './mail-store.ts'

export async function sendMail(world: World, { piece, scope }: Task): Promise<void> {
  const row = await findMail(world.pool, piece.key)
  if (row === undefined) throw new Error(`there is no mail ${piece.key}`)
  if (row.status === 'sent' || row.status === 'stored') return
  await send(world, row)
  await transaction(world, scope!, async (tx) => {
    if (world.mailer.kind === 'smtp') await setMailSent(tx, row.id, tx.now)
    else await setMailStored(tx, row.id)
    finish(tx, piece)
  })
}

async function send(world: World, row: MailRow): Promise<void> {
  try {
    await world.mailer.send(mailOf(world, row))
  } catch (error) {
    const { message } = error as Error
    await setMailFailed(world.pool, row.id, error instanceof MailNotSent ? error.reason : message)
    throw error
  }
}

function mailOf({ config }: World, row: MailRow): Mail {
  const { id, to_address, subject, text, html, attachment_name: name, attachment: bytes } = row
  const mail = { id, from: config.mailFrom, to: to_address, subject, text, html }
  if (name === null || bytes === null) return mail
  return { ...mail, attachments: [{ filename: name, contentType: 'application/pdf', content: bytes }] }
}
