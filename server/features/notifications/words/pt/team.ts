// What an agency reads in Portuguese about its connections: banks, webhooks, the proof of its ledger, its mail.
import type { TeamWords } from '../shapes.ts'

const NOT_YOU =
  'Se não foi a sua equipe, revogue as chaves em uso em Desenvolvedor > Chaves, desfaça a mudança em ' +
  'Configurações > Bancos e avise quem opera o serviço.'

const bank = (provider: string, pixKey: string | null) =>
  pixKey === null ? provider : `${provider}, chave Pix ${pixKey}`

export const TEAM: TeamWords = {
  provider: {
    connected: ({ provider, pixKey, when }) => ({
      subject: 'Banco conectado para receber faturas',
      title: 'Um banco foi conectado à sua conta',
      paragraphs: [
        'A partir de agora, os pagamentos das suas faturas podem ser recebidos por este banco: ' +
          `${bank(provider, pixKey)}.`,
        `Isso foi feito em ${when}.`,
        NOT_YOU,
      ],
    }),
    disconnected: ({ provider, pixKey, when }) => ({
      subject: 'Banco desconectado',
      title: 'Um banco foi desconectado da sua conta',
      paragraphs: [
        `Novas faturas não são mais cobradas por este banco: ${bank(provider, pixKey)}.`,
        `Isso foi feito em ${when}.`,
        NOT_YOU,
      ],
    }),
  },
  emailChanged: ({ team, when }) => ({
    subject: 'O e-mail da sua agência foi alterado',
    title: 'O e-mail da sua agência foi alterado',
    paragraphs: [
      `O e-mail em que a agência ${team} recebe os avisos do Embarque foi alterado em ${when}. A partir de agora, ` +
        'eles vão para o novo endereço.',
      'Se não foi a sua equipe, revogue as chaves em uso em Desenvolvedor > Chaves, corrija o e-mail em ' +
        'Configurações > Dados da agência, confira os bancos em Configurações > Bancos e avise quem opera o serviço.',
    ],
  }),
  proof: ({ isTest, day, lines, balance, lastId }) => ({
    subject: `Comprovante do extrato, ${day}`,
    title: 'Comprovante do seu extrato',
    paragraphs: [
      `A carteira${isTest ? ' de teste' : ''} tem ${lines} lançamentos e saldo de ${balance}. ` +
        `Último lançamento: ${lastId ?? 'nenhum'}.`,
      'Guarde este e-mail. Com o código abaixo, qualquer pessoa confere que nenhum lançamento até aqui foi ' +
        'alterado, removido ou trocado de lugar: baixe o extrato em GET /api/v1/wallet/statement e rode ' +
        '"node sdk/verify-statement.mjs extrato.txt CÓDIGO".',
    ],
  }),
  proofCode: 'Código do comprovante',
  webhookOff: ({ failures, url, when, id }) => ({
    subject: 'Webhook desativado após falhas',
    title: 'Seu webhook foi desativado',
    paragraphs: [
      `As últimas ${failures} entregas para ${url} falharam, e o envio foi interrompido em ${when}.`,
      'Nada se perdeu: as entregas pendentes continuam quando o webhook for reativado, e os eventos que ' +
        'ocorrerem até lá ficam guardados e podem ser reenviados.',
      `Corrija o receptor e reative com PUT /api/v1/webhooks/${id} {"active": true}. As respostas ` +
        `recebidas estão em GET /api/v1/webhooks/${id}/deliveries.`,
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
