// Tells a person by mail what happened to their account: whoever did it in their name is seen.
import { transaction } from '../outbox/transaction.ts'
import type { TaskOf } from '../outbox/work.ts'
import { layoutMail } from '../paper/mail/mail-layout.ts'
import { findPerson } from '../people/person-store.ts'
import type { PersonNotice, personMail } from '../people/work.ts'
import { shownName } from '../rules/shown-name.ts'
import { demandTeam } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { queueMail } from './queue-mail.ts'

type Words = Readonly<Record<PersonNotice, { subject: string; did: string }>>

/** `{when}` is the time, `{named}` what the person calls it. */
const PORTUGUESE: Words = {
  password_changed: {
    subject: 'Sua senha foi alterada',
    did: 'A senha da sua conta foi alterada em {when}. Suas outras sessões foram encerradas.',
  },
  totp_confirmed: {
    subject: 'Aplicativo autenticador ativado',
    did: 'Um aplicativo autenticador foi ativado na sua conta em {when}. Agora a senha pede também um código.',
  },
  totp_removed: {
    subject: 'Aplicativo autenticador removido',
    did: 'O aplicativo autenticador da sua conta foi removido em {when}.',
  },
  passkey_added: {
    subject: 'Chave de acesso adicionada',
    did: 'A chave de acesso “{named}” foi adicionada à sua conta em {when}.',
  },
  passkey_deleted: {
    subject: 'Chave de acesso excluída',
    did: 'A chave de acesso “{named}” da sua conta foi excluída em {when}.',
  },
  recovery_codes_replaced: {
    subject: 'Novos códigos de recuperação',
    did: 'Novos códigos de recuperação foram gerados em {when}. Os anteriores não valem mais.',
  },
  recovery_code_used: {
    subject: 'Código de recuperação usado',
    did: 'Um código de recuperação da sua conta foi usado em {when}. Ele não vale mais.',
  },
  identity_added: {
    subject: 'Nova forma de entrar na sua conta',
    did: 'Em {when} alguém entrou na sua conta pela primeira vez por meio de “{named}”, e isso passou a ser aceito.',
  },
  identity_removed: {
    subject: 'Uma forma de entrar na sua conta foi removida',
    did: 'Em {when} a entrada na sua conta por meio de “{named}” foi removida.',
  },
}

const ENGLISH: Words = {
  password_changed: {
    subject: 'Your password was changed',
    did: 'The password of your account was changed on {when}. Your other sessions were ended.',
  },
  totp_confirmed: {
    subject: 'Authenticator app turned on',
    did: 'An authenticator app was turned on for your account on {when}. Your password now needs a code too.',
  },
  totp_removed: {
    subject: 'Authenticator app removed',
    did: 'The authenticator app of your account was removed on {when}.',
  },
  passkey_added: {
    subject: 'Passkey added',
    did: 'The passkey “{named}” was added to your account on {when}.',
  },
  passkey_deleted: {
    subject: 'Passkey deleted',
    did: 'The passkey “{named}” of your account was deleted on {when}.',
  },
  recovery_codes_replaced: {
    subject: 'New recovery codes',
    did: 'New recovery codes were made on {when}. The old ones are no longer valid.',
  },
  recovery_code_used: {
    subject: 'Recovery code used',
    did: 'A recovery code of your account was used on {when}. It is no longer valid.',
  },
  identity_added: {
    subject: 'A new way into your account',
    did: 'On {when} your account was first entered through “{named}”, which is a way in from now on.',
  },
  identity_removed: {
    subject: 'A way into your account was removed',
    did: 'On {when} signing in to your account through “{named}” was removed.',
  },
}

const TONGUES = {
  'pt-BR': {
    words: PORTUGUESE,
    alarm:
      'Se não foi você, redefina a senha agora mesmo, confira suas sessões e chaves de acesso e avise quem ' +
      'administra o serviço.',
  },
  en: {
    words: ENGLISH,
    alarm:
      'If it was not you, reset your password right away, check your sessions and passkeys and tell whoever ' +
      'runs the service.',
  },
} as const

export async function notifyPerson(
  world: World,
  { piece, payload: { personId, notice, named = '' }, last }: TaskOf<typeof personMail>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const person = await findPerson(tx, personId)
    if (person === undefined) return
    const { language, email: to } = person
    const { words, alarm } = TONGUES[language]
    const { subject, did } = words[notice]
    const { time_zone: timeZone } = await demandTeam(tx, tx.owner.teamId)
    const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone })
    const told = did.replace('{when}', format.format(tx.now)).replace('{named}', () => shownName(named))
    const paragraphs = [told, alarm]
    const { html, text } = layoutMail({ language, title: subject, paragraphs })
    await queueMail(tx, { key: `person ${piece.key}`, to, subject, text, html })
  })
}
