// What the mails about ways into an account say, in the language of its owner.
import { NEW_EMAIL_PAGE, RESET_PAGE } from '../../contract/links.ts'
import type { PersonLanguage } from '../../contract/people.ts'
import type { AccountLetter } from '../people/work.ts'

interface Words {
  readonly subject: string
  readonly paragraphs: string[]
  /** What the link is for. */
  readonly action?: string
}

type Letters = Readonly<Record<AccountLetter, Words>>

/** Where the links lead, and what kind they are. */
export const LINKED = {
  reset: { purpose: 'reset', page: RESET_PAGE },
  confirm_email: { purpose: 'email', page: NEW_EMAIL_PAGE },
} as const

const PORTUGUESE: Letters = {
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
      'Se não foi você, avise agora mesmo quem administra o serviço na sua agência.',
    ],
  },
}

const ENGLISH: Letters = {
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
    subject: 'A new e-mail address was asked for',
    paragraphs: [
      'Somebody asked for another e-mail address for your Embarque account. It changes once that address is confirmed.',
      'If it was not you, change your password right away: that cancels the change and ends your other sessions.',
    ],
  },
  email_changed: {
    subject: 'The e-mail address of your account was changed',
    paragraphs: [
      'The e-mail address of your Embarque account was changed and confirmed. This one does not sign you in any more.',
      'If it was not you, tell whoever runs the service at your agency right away.',
    ],
  },
}

const LETTERS: Readonly<Record<PersonLanguage, Letters>> = { 'pt-BR': PORTUGUESE, en: ENGLISH }

export function accountLetter(language: PersonLanguage, letter: AccountLetter): Words {
  return LETTERS[language][letter]
}
