// What the mail with an invitation says in Portuguese.
import type { Role } from '../../../../../contract/roles.ts'
import type { InvitationWords } from '../shapes.ts'

const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: 'Proprietário',
  agent: 'Agente',
  finance: 'Financeiro',
  developer: 'Desenvolvedor',
  viewer: 'Somente leitura',
}

export const INVITATION: InvitationWords = ({ team, inviter, role, days }) => ({
  subject: `Convite para a equipe ${team}`,
  title: `Convite para a equipe ${team}`,
  paragraphs: [
    `${inviter ?? `A equipe ${team}`} convidou você para trabalhar no Embarque com a equipe ${team}.`,
    `Perfil de acesso: ${ROLE_NAMES[role]}.`,
    'Se você já tem conta no Embarque com este e-mail, aceite com a sua senha; se ainda não tem, crie a sua ao ' +
      'abrir o convite.',
    `O link funciona uma única vez e vale por ${days} dias. Não o encaminhe: quem o abrir entra no seu lugar.`,
    'Se você não esperava este convite, ignore este e-mail. Nada muda enquanto o link não for usado.',
  ],
  action: 'Aceitar o convite',
})
