// Sends the team a mail that says nothing but that mails arrive, as often as once in a minute.
import type { MailListItem, TestMessage } from '../../../contract/mails.ts'
import { MessageNotSent } from '../../adapters/whatsapp/messenger.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { phoneDigits } from '../../kernel/values/phone-number.ts'
import { messageTexts } from '../invoices/message-texts.ts'
import { findMailOf } from '../notifications/mail-store.ts'
import { mailView } from '../notifications/mails.ts'
import { languageOf, queueLetter } from '../notifications/queue-mail.ts'
import { TEAM_WORDS } from '../notifications/words.ts'
import { takeShared } from '../teams/bucket-store.ts'
import type { Caller } from '../teams/caller.ts'
import { messageTextsOf } from '../teams/profile.ts'
import { demandTeam, type Team } from '../teams/store.ts'
import type { World } from '../world.ts'

const MINUTE_MS = 60_000

export async function sendTestMail(
  world: World,
  scope: Scope,
  { via, team: { email } }: Pick<Caller, 'via' | 'team'>,
): Promise<MailListItem> {
  // People have an address of their own; keys have none.
  const to = 'email' in via && typeof via.email === 'string' ? via.email : email
  const nowMs = world.wall.now().getTime()
  return transaction(world, scope, async (tx) => {
    const team = await demandTeam(tx, tx.owner.teamId)
    const letter = TEAM_WORDS[languageOf(team)].test({ team: team.name })
    const id = await queueLetter(tx, team, { key: `test ${Math.floor(nowMs / MINUTE_MS)}`, letter, to })
    if (id === null)
      fail('rate_limit_exceeded', { retryAfterSeconds: Math.ceil((MINUTE_MS - (nowMs % MINUTE_MS)) / 1_000) })
    const mail = (await findMailOf(tx, tx.owner, id)) ?? fail('mail_not_found')
    return mailView(mail)
  })
}

// Sends the team a sample of what its clients read on their phones, to its own number, as often as once in a minute:
// whether the account at the messaging app works, and its templates are there, shows in no other way.

const ONE_A_MINUTE = { capacity: 1, refillMs: 60_000 }
const KEPT = { outcome: 'kept', error: null } as const
/** Leads to no invoice. */
const SAMPLE = 'teste'

export async function sendTestMessage(world: World, scope: Scope): Promise<TestMessage> {
  const team = await demandTeam(world.pool, scope.owner.teamId)
  const to = phoneDigits(team.whatsapp ?? '') ?? fail('team_without_whatsapp')
  const isSent = scope.owner.mode === 'live' && world.messenger.kind === 'whatsapp'
  const outcome = isSent ? await send(world, team, to) : KEPT
  // Only the response is remembered.
  return transaction(world, scope, async () => ({ to: `+${to}`, ...outcome }))
}

async function send(world: World, team: Team, to: string): Promise<Omit<TestMessage, 'to'>> {
  const bucket = `test message ${team.id}`
  const retryAfterSeconds = await takeShared(world.pool, bucket, ONE_A_MINUTE, world.wall.now())
  if (retryAfterSeconds > 0) fail('rate_limit_exceeded', { retryAfterSeconds })
  const { template, parameters } = sampleTexts(world, team)
  try {
    await world.messenger.send({ to, template, parameters, link: SAMPLE, order: null })
    return { outcome: 'taken', error: null }
  } catch (error) {
    if (!(error instanceof MessageNotSent)) throw error
    return { outcome: 'refused', error: error.reason }
  }
}

function sampleTexts({ wall }: World, team: Team) {
  const { name, time_zone } = team
  return messageTexts('reminder', {
    clientName: name,
    firstName: name,
    teamName: name,
    texts: messageTextsOf(team),
    number: SAMPLE,
    amountCents: 1_00n,
    lateCents: 0n,
    early: null,
    debitOn: null,
    receivedCents: 0n,
    paidCents: 0n,
    refund: null,
    isClosed: false,
    dueDate: dateIn(wall.now(), time_zone),
    url: '',
    codes: [],
    isSimulated: true,
    isTest: false,
  })
}
