// The words of mails to the agency about its connections: banks, webhooks, the proof of its ledger, its mail.
import type { TeamLanguage } from '../../../contract/team-profile.ts'

export interface Letter {
  readonly subject: string
  readonly title: string
  readonly paragraphs: string[]
}

export interface TeamWords {
  readonly provider: Readonly<
    Record<
      'connected' | 'disconnected',
      (facts: { provider: string; pixKey: string | null; when: string }) => Letter
    >
  >
  readonly emailChanged: (facts: { team: string; when: string }) => Letter
  readonly proof: (facts: ProofFacts) => Letter
  readonly proofCode: string
  readonly webhookOff: (facts: { failures: number; url: string; when: string }) => Letter
  readonly bounced: (facts: { to: string; subject: string; reason: string }) => Letter
  readonly test: (facts: { team: string }) => Letter
}

interface ProofFacts {
  readonly isTest: boolean
  readonly day: string
  readonly lines: string
  readonly balance: string
  readonly lastId: string | null
}

const NOT_YOU_PT =
  'Se não foi a sua equipe, revogue as chaves em uso em Desenvolvedor > Chaves de API, desfaça a alteração em ' +
  'Configurações > Bancos e avise o administrador da instalação.'

const bankPt = (provider: string, pixKey: string | null) =>
  pixKey === null ? provider : `${provider}, chave Pix ${pixKey}`

const TEAM_PT: TeamWords = {
  provider: {
    connected: ({ provider, pixKey, when }) => ({
      subject: 'Banco conectado para receber faturas',
      title: 'Um banco foi conectado à sua conta',
      paragraphs: [
        'A partir de agora, os pagamentos das suas faturas podem ser recebidos por este banco: ' +
          `${bankPt(provider, pixKey)}.`,
        `Isso foi feito em ${when}.`,
        NOT_YOU_PT,
      ],
    }),
    disconnected: ({ provider, pixKey, when }) => ({
      subject: 'Banco desconectado',
      title: 'Um banco foi desconectado da sua conta',
      paragraphs: [
        `Novas faturas não são mais cobradas por este banco: ${bankPt(provider, pixKey)}.`,
        `Isso foi feito em ${when}.`,
        NOT_YOU_PT,
      ],
    }),
  },
  emailChanged: ({ team, when }) => ({
    subject: 'O e-mail da sua agência foi alterado',
    title: 'O e-mail da sua agência foi alterado',
    paragraphs: [
      `O e-mail em que a agência ${team} recebe os avisos do Embarque foi alterado em ${when}. A partir de agora, ` +
        'eles vão para o novo endereço.',
      'Se não foi a sua equipe, revogue as chaves em uso em Desenvolvedor > Chaves de API, corrija o e-mail em ' +
        'Configurações > Dados da agência, confira os bancos em Configurações > Bancos e avise o administrador da ' +
        'instalação.',
    ],
  }),
  proof: ({ isTest, day, lines, balance, lastId }) => ({
    subject: `Código de conferência do extrato, ${day}`,
    title: 'Código de conferência do extrato',
    paragraphs: [
      `A carteira${isTest ? ' de teste' : ''} tem ${lines === '1' ? '1 lançamento' : `${lines} lançamentos`} e saldo de ${balance}. ` +
        `Último lançamento: ${lastId ?? 'nenhum'}.`,
      'Guarde este e-mail. Com o código abaixo, qualquer pessoa confere que nenhum lançamento até aqui foi ' +
        'alterado, removido ou trocado de lugar. Baixe o extrato verificável em Carteira > Conferência e execute ' +
        '"node sdk/verify-statement.mjs extrato.txt CÓDIGO".',
    ],
  }),
  proofCode: 'Código de conferência do extrato',
  webhookOff: ({ failures, url, when }) => ({
    subject: 'Webhook desativado após falhas',
    title: 'Seu webhook foi desativado',
    paragraphs: [
      `As últimas ${failures} entregas para ${url} falharam, e o envio foi interrompido em ${when}.`,
      'Nada se perdeu: as entregas pendentes continuam quando o webhook for reativado, e os eventos que ' +
        'ocorrerem até lá ficam guardados e podem ser reenviados.',
      'Corrija o sistema que recebe os eventos e reative o webhook em Desenvolvedor > Webhooks. As respostas ' +
        'recebidas estão na página do webhook.',
    ],
  }),
  bounced: ({ to, subject, reason }) => ({
    subject: `E-mail não entregue: ${to}`,
    title: 'Um e-mail não chegou ao cliente',
    paragraphs: [
      `O e-mail "${subject}" para ${to} foi devolvido pelo servidor do destinatário.`,
      `Motivo informado: ${reason}`,
      'Confira o endereço no cadastro do cliente e, se for o caso, avise o cliente por outro canal.',
    ],
  }),
  test: ({ team }) => ({
    subject: `E-mail de teste · ${team}`,
    title: 'Os e-mails estão chegando',
    paragraphs: [
      `Este é um e-mail de teste da agência ${team}. Se você o recebeu, avisos, faturas e bilhetes também chegam.`,
      'Veja se ele não caiu na caixa de spam: nesse caso, peça ao responsável pelo domínio para configurar SPF, ' +
        'DKIM e DMARC.',
    ],
  }),
}

const NOT_YOU_EN =
  'If it was not your team, revoke the keys in use under Developer > API keys, undo the change under ' +
  'Settings > Banks and notify the operator of the installation.'

const bankEn = (provider: string, pixKey: string | null) =>
  pixKey === null ? provider : `${provider}, Pix key ${pixKey}`

const TEAM_EN: TeamWords = {
  provider: {
    connected: ({ provider, pixKey, when }) => ({
      subject: 'Bank connected to receive invoices',
      title: 'A bank was connected to your account',
      paragraphs: [
        `From now on this bank may receive what your clients pay for invoices: ${bankEn(provider, pixKey)}.`,
        `This was done on ${when}.`,
        NOT_YOU_EN,
      ],
    }),
    disconnected: ({ provider, pixKey, when }) => ({
      subject: 'Bank disconnected',
      title: 'A bank was disconnected from your account',
      paragraphs: [
        `New invoices are not collected by this bank any more: ${bankEn(provider, pixKey)}.`,
        `This was done on ${when}.`,
        NOT_YOU_EN,
      ],
    }),
  },
  emailChanged: ({ team, when }) => ({
    subject: 'The e-mail address of your agency was changed',
    title: 'The e-mail address of your agency was changed',
    paragraphs: [
      `The address at which the agency ${team} gets notices from Embarque was changed on ${when}. From now on they ` +
        'go to the new one.',
      'If it was not your team, revoke the keys in use under Developer > API keys, correct the address under ' +
        'Settings > Agency details, check the banks under Settings > Banks and notify the operator of the installation.',
    ],
  }),
  proof: ({ isTest, day, lines, balance, lastId }) => ({
    subject: `Proof code of the statement, ${day}`,
    title: 'Proof code of the statement',
    paragraphs: [
      `The ${isTest ? 'test ' : ''}wallet has ${lines === '1' ? '1 line' : `${lines} lines`} and a balance of ${balance}. ` +
        `Last line: ${lastId ?? 'none'}.`,
      'Keep this mail. The code below proves that no line up to here was changed, removed or moved. ' +
        'Download the verifiable statement under Wallet > Proof and run ' +
        '"node sdk/verify-statement.mjs statement.txt CODE".',
    ],
  }),
  proofCode: 'Proof code of the statement',
  webhookOff: ({ failures, url, when }) => ({
    subject: 'Webhook deactivated after failures',
    title: 'Your webhook was deactivated',
    paragraphs: [
      `The last ${failures} deliveries to ${url} failed, and sending stopped on ${when}.`,
      'Nothing is lost: waiting deliveries go on when the webhook is active again, and events until then are ' +
        'kept and can be sent again.',
      'Fix the receiver, then reactivate it under Developer > Webhooks. The responses are on the page of the webhook.',
    ],
  }),
  bounced: ({ to, subject, reason }) => ({
    subject: `Mail not delivered: ${to}`,
    title: 'A mail did not reach your client',
    paragraphs: [
      `The mail "${subject}" to ${to} was returned by the server of its receiver.`,
      `The reason given: ${reason}`,
      "Check the address in the client's record, and contact them another way if it matters.",
    ],
  }),
  test: ({ team }) => ({
    subject: `Test mail · ${team}`,
    title: 'Mails are arriving',
    paragraphs: [
      `This is a test mail of the agency ${team}. As it has reached you, notices, invoices and tickets will too.`,
      'Check that it is not in the spam folder: if it is, ask the administrator of the domain to set up SPF, DKIM and DMARC.',
    ],
  }),
}

export const TEAM_WORDS: Readonly<Record<TeamLanguage, TeamWords>> = { 'pt-BR': TEAM_PT, en: TEAM_EN }
