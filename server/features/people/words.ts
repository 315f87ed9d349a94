// The words of mails about accounts, in Portuguese and English.
import type { Role } from '../../../contract/roles.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { Letter } from '../notifications/words.ts'
import type { AccountLetter, PersonNotice } from './jobs.ts'

/** `action` is the label of the link. */
export type AccountWords = Readonly<
  Record<AccountLetter, { readonly subject: string; readonly paragraphs: string[]; readonly action?: string }>
>

export interface PersonWords {
  /** What to do if it was not them. */
  readonly alarm: string
  readonly letters: Readonly<Record<PersonNotice, { readonly subject: string; readonly did: string }>>
}

interface InvitationFacts {
  readonly team: string
  /** Null if a key or the command line invites. */
  readonly inviter: string | null
  readonly role: Role
  readonly days: number
}

export type InvitationWords = (facts: InvitationFacts) => Letter & { readonly action: string }

const ACCOUNT_PT: AccountWords = {
  reset: {
    subject: 'Crie uma nova senha',
    paragraphs: [
      'Recebemos um pedido para criar uma nova senha para a sua conta no Embarque.',
      'O link funciona uma única vez e vale por uma hora. Ao usá-lo, todas as suas sessões são encerradas.',
      'Se não foi você, ignore este e-mail: a sua senha continua a mesma. Não encaminhe esta mensagem a ninguém.',
    ],
    action: 'Criar nova senha',
  },
  confirm_email: {
    subject: 'Confirme seu novo e-mail',
    paragraphs: [
      'Este endereço foi informado como o novo e-mail de uma conta no Embarque. Confirme para começar a usá-lo.',
      'O link funciona uma única vez e vale por uma hora.',
      'Se não foi você, ignore este e-mail: nada muda sem a confirmação.',
    ],
    action: 'Confirmar e-mail',
  },
  email_asked: {
    subject: 'Pedido de troca de e-mail',
    paragraphs: [
      'Foi pedida a troca do e-mail da sua conta no Embarque. Ela só acontece quando o novo endereço for confirmado.',
      'Se não foi você, troque a sua senha agora mesmo: isso cancela o pedido e encerra as outras sessões.',
    ],
  },
  email_changed: {
    subject: 'O e-mail da sua conta foi alterado',
    paragraphs: [
      'O e-mail da sua conta no Embarque foi alterado e confirmado. Este endereço não serve mais para entrar.',
      'Se não foi você, avise agora mesmo o proprietário da sua agência.',
    ],
  },
}

const ROLE_NAMES_PT: Readonly<Record<Role, string>> = {
  owner: 'Proprietário',
  agent: 'Agente',
  finance: 'Financeiro',
  developer: 'Desenvolvedor',
  viewer: 'Leitura',
}

const INVITATION_PT: InvitationWords = ({ team, inviter, role, days }) => ({
  subject: `Convite para a equipe ${team}`,
  title: `Convite para a equipe ${team}`,
  paragraphs: [
    `${inviter ?? `A equipe ${team}`} convidou você para trabalhar no Embarque com a equipe ${team}.`,
    `Função: ${ROLE_NAMES_PT[role]}.`,
    'Se você já tem conta no Embarque com este e-mail, aceite com a sua senha; se ainda não tem, crie a sua ao ' +
      'abrir o convite.',
    `O link funciona uma única vez e vale por ${days} dias. Não o encaminhe: quem o abrir entra no seu lugar.`,
    'Se você não esperava este convite, ignore este e-mail. Nada muda enquanto o link não for usado.',
  ],
  action: 'Aceitar o convite',
})

/** `{when}` is the time, `{named}` the name that the person chose. */
const PERSON_PT: PersonWords = {
  alarm:
    'Se não foi você, redefina a senha agora mesmo, confira suas sessões e chaves de acesso e avise o ' +
    'proprietário da sua agência.',
  letters: {
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
      subject: 'Chave de acesso removida',
      did: 'A chave de acesso “{named}” da sua conta foi removida em {when}.',
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
      subject: 'Nova forma de login na sua conta',
      did: 'Sua conta foi acessada pela primeira vez por meio de “{named}” em {when}. Essa forma de login passou a valer.',
    },
    identity_removed: {
      subject: 'Uma forma de login da sua conta foi removida',
      did: 'O login na sua conta por meio de “{named}” foi removido em {when}.',
    },
  },
}

const ACCOUNT_EN: AccountWords = {
  reset: {
    subject: 'Choose a new password',
    paragraphs: [
      'We were asked for a new password for your Embarque account.',
      'The link works once, within an hour. Using it ends all your sessions.',
      'If it was not you, ignore this mail: your password stays as it is. Do not forward this message to anyone.',
    ],
    action: 'Choose a new password',
  },
  confirm_email: {
    subject: 'Confirm your new e-mail address',
    paragraphs: [
      'This address was given as the new one of an Embarque account. Confirm it to begin using it.',
      'The link works once, within an hour.',
      'If it was not you, ignore this mail: nothing changes without the confirmation.',
    ],
    action: 'Confirm the address',
  },
  email_asked: {
    subject: 'A change of your e-mail address was requested',
    paragraphs: [
      'Another e-mail address was requested for your Embarque account. It changes once that address is confirmed.',
      'If it was not you, change your password right away: that cancels the change and ends your other sessions.',
    ],
  },
  email_changed: {
    subject: 'The e-mail address of your account was changed',
    paragraphs: [
      'The e-mail address of your Embarque account was changed and confirmed. This one does not sign you in any more.',
      'If it was not you, notify an owner of your agency right away.',
    ],
  },
}

const ROLE_NAMES_EN: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  agent: 'Agent',
  finance: 'Finance',
  developer: 'Developer',
  viewer: 'Viewer',
}

const INVITATION_EN: InvitationWords = ({ team, inviter, role, days }) => ({
  subject: `Invitation to the team ${team}`,
  title: `You are invited to the team ${team}`,
  paragraphs: [
    `${inviter ?? `The team ${team}`} invites you to work on Embarque with the team ${team}.`,
    `Your role: ${ROLE_NAMES_EN[role]}.`,
    'If you have an Embarque account with this address, accept with its password; if not, you make one when you ' +
      'open the invitation.',
    `The link works once, within ${days} days. Do not forward it: anyone who opens it joins in your place.`,
    'If you did not expect this, ignore the mail. Nothing changes unless the link is used.',
  ],
  action: 'Accept the invitation',
})

/** `{when}` is the time, `{named}` the name that the person chose. */
const PERSON_EN: PersonWords = {
  alarm:
    'If it was not you, reset your password right away, check your sessions and passkeys and notify an ' +
    'owner of your agency.',
  letters: {
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
      did: 'On {when} the way into your account through “{named}” was removed.',
    },
  },
}

type InLanguages<Words> = Readonly<Record<TeamLanguage, Words>>

export const ACCOUNT_WORDS: InLanguages<AccountWords> = { 'pt-BR': ACCOUNT_PT, en: ACCOUNT_EN }
export const INVITATION_WORDS: InLanguages<InvitationWords> = { 'pt-BR': INVITATION_PT, en: INVITATION_EN }
export const PERSON_WORDS: InLanguages<PersonWords> = { 'pt-BR': PERSON_PT, en: PERSON_EN }
