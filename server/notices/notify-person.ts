// Tells a person by mail what happened to their account: whoever did it in their name is seen.
import { transaction } from '../outbox/transaction.ts'
import type { TaskOf } from '../outbox/work.ts'
import { layoutMail } from '../paper/mail/mail-layout.ts'
import { findPerson } from '../people/person-store.ts'
import type { PersonNotice, personMail } from '../people/work.ts'
import { demandTeam } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { queueMail } from './queue-mail.ts'

type Words = Readonly<Record<PersonNotice, { subject: string; did: string; alarm: string }>>

const WORDS: Readonly<Record<'pt-BR' | 'en', Words>> = {
  'pt-BR': {
    password_changed: {
      subject: 'Sua senha foi alterada',
      did: 'A senha da sua conta foi alterada em {when}. Suas outras sessões foram encerradas.',
      alarm: 'Se não foi você, redefina a senha agora mesmo e avise quem administra o serviço.',
    },
  },
  en: {
    password_changed: {
      subject: 'Your password was changed',
      did: 'The password of your account was changed on {when}. Your other sessions were ended.',
      alarm: 'If it was not you, reset your password right away and tell whoever runs the service.',
    },
  },
}

export async function notifyPerson(
  world: World,
  { piece, payload: { personId, notice }, last }: TaskOf<typeof personMail>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const person = await findPerson(tx, personId)
    if (person === undefined) return
    const { language, email: to } = person
    const { subject, did, alarm } = WORDS[language][notice]
    const { time_zone: timeZone } = await demandTeam(tx, tx.owner.teamId)
    const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone })
    const paragraphs = [did.replace('{when}', format.format(tx.now)), alarm]
    const { html, text } = layoutMail({ language, title: subject, paragraphs })
    await queueMail(tx, { key: `person ${piece.key}`, to, subject, text, html })
  })
}
