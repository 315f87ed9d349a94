// What the mails about ways into an account say in Portuguese.
import type { AccountWords } from '../shapes.ts'

export const ACCOUNT: AccountWords = {
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
