// What the mail with an invitation says, in the language that its sender chose.
import type { PersonLanguage } from '../../contract/people.ts'
import type { Role } from '../../contract/roles.ts'

interface Facts {
  team: string
  /** Null where a program or the command line invites. */
  inviter: string | null
  role: Role
  days: number
}

interface Letter {
  subject: string
  title: string
  paragraphs: string[]
  action: string
}

const ROLE_NAMES: Readonly<Record<PersonLanguage, Readonly<Record<Role, string>>>> = {
  'pt-BR': {
    owner: 'Proprietário',
    agent: 'Agente',
    finance: 'Financeiro',
    developer: 'Desenvolvedor',
    viewer: 'Somente leitura',
  },
  en: { owner: 'Owner', agent: 'Agent', finance: 'Finance', developer: 'Developer', viewer: 'Viewer' },
}

const LETTERS: Readonly<Record<PersonLanguage, (facts: Facts) => Letter>> = {
  'pt-BR': ({ team, inviter, role, days }) => ({
    subject: `Convite para a equipe ${team}`,
    title: `Convite para a equipe ${team}`,
    paragraphs: [
      `${inviter ?? `A equipe ${team}`} convidou você para trabalhar no Embarque com a equipe ${team}.`,
      `Perfil de acesso: ${ROLE_NAMES['pt-BR'][role]}.`,
      'Se você já tem conta no Embarque com este e-mail, aceite com a sua senha; se ainda não tem, crie a sua ao ' +
        'abrir o convite.',
      `O link funciona uma única vez e vale por ${days} dias. Não o encaminhe: quem o abrir entra no seu lugar.`,
      'Se você não esperava este convite, ignore este e-mail. Nada muda enquanto o link não for usado.',
    ],
    action: 'Aceitar o convite',
  }),
  en: ({ team, inviter, role, days }) => ({
    subject: `Invitation to the team ${team}`,
    title: `You are invited to the team ${team}`,
    paragraphs: [
      `${inviter ?? `The team ${team}`} invites you to work on Embarque with the team ${team}.`,
      `Your role: ${ROLE_NAMES.en[role]}.`,
      'If you have an Embarque account with this address, accept with its password; if not, you make one when you ' +
        'open the invitation.',
      `The link works once, within ${days} days. Do not forward it: whoever opens it comes in your place.`,
      'If you did not expect this, ignore the mail. Nothing changes unless the link is used.',
    ],
    action: 'Accept the invitation',
  }),
}

export function invitationLetter(language: PersonLanguage, facts: Facts): Letter {
  return LETTERS[language](facts)
}
