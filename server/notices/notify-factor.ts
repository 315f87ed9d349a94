// Tells a person by mail that how they prove themselves has changed: whoever did it in their name is seen.
import { transaction } from '../outbox/transaction.ts'
import type { TaskOf } from '../outbox/work.ts'
import { layoutMail } from '../paper/mail/mail-layout.ts'
import { findPerson } from '../people/person-store.ts'
import type { FactorNotice, factorMail } from '../people/work.ts'
import { demandTeam } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { queueMail } from './queue-mail.ts'

type Words = Readonly<Record<FactorNotice, { subject: string; did: string }>>

const PORTUGUESE: Words = {
  totp_confirmed: {
    subject: 'Aplicativo autenticador ativado',
    did: 'Um aplicativo autenticador foi ativado na sua conta. A partir de agora, a senha pede também um código.',
  },
  totp_removed: {
    subject: 'Aplicativo autenticador removido',
    did: 'O aplicativo autenticador da sua conta foi removido.',
  },
  passkey_added: {
    subject: 'Chave de acesso adicionada',
    did: 'Uma chave de acesso foi adicionada à sua conta',
  },
  passkey_deleted: {
    subject: 'Chave de acesso excluída',
    did: 'Uma chave de acesso da sua conta foi excluída',
  },
  recovery_codes_replaced: {
    subject: 'Novos códigos de recuperação',
    did: 'Novos códigos de recuperação foram gerados para a sua conta. Os anteriores não valem mais.',
  },
  recovery_code_used: {
    subject: 'Código de recuperação usado',
    did: 'Um código de recuperação da sua conta foi usado. Ele não vale mais.',
  },
}

const ENGLISH: Words = {
  totp_confirmed: {
    subject: 'Authenticator app turned on',
    did: 'An authenticator app was turned on for your account. From now on, your password needs a code of it too.',
  },
  totp_removed: {
    subject: 'Authenticator app removed',
    did: 'The authenticator app of your account was removed.',
  },
  passkey_added: { subject: 'Passkey added', did: 'A passkey was added to your account' },
  passkey_deleted: { subject: 'Passkey deleted', did: 'A passkey of your account was deleted' },
  recovery_codes_replaced: {
    subject: 'New recovery codes',
    did: 'New recovery codes were made for your account. The old ones are no longer valid.',
  },
  recovery_code_used: {
    subject: 'Recovery code used',
    did: 'A recovery code of your account was used. It is no longer valid.',
  },
}

const TONGUES = {
  'pt-BR': {
    words: PORTUGUESE,
    when: (time: string) => `Isso foi feito em ${time}.`,
    alarm:
      'Se não foi você, troque a sua senha, encerre as outras sessões e confira as suas chaves de acesso. ' +
      'Se não conseguir entrar, fale com quem administra o serviço.',
  },
  en: {
    words: ENGLISH,
    when: (time: string) => `This was done at ${time}.`,
    alarm:
      'If it was not you, change your password, end your other sessions and check your passkeys. ' +
      'If you cannot sign in, talk to whoever runs the service.',
  },
} as const

export async function notifyFactor(
  world: World,
  { piece, payload: { personId, notice, passkey }, last }: TaskOf<typeof factorMail>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const person = await findPerson(tx, personId)
    if (person === undefined) return
    const { language, email: to } = person
    const { words, when, alarm } = TONGUES[language]
    const { subject, did } = words[notice]
    const told = passkey === undefined ? did : `${did}: ${passkey}.`
    const { time_zone: timeZone } = await demandTeam(tx, tx.owner.teamId)
    const time = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone })
    const paragraphs = [told, when(time.format(tx.now)), alarm]
    const { html, text } = layoutMail({ language, title: subject, paragraphs })
    await queueMail(tx, { key: `factor ${piece.key}`, to, subject, text, html })
  })
}
