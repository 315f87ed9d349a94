// What clients read in Portuguese about their invoices and quotes.
import type { InvoiceWords, QuoteWords } from '../shapes.ts'

export const INVOICE: InvoiceWords = {
  hello: (name) => `Olá, ${name}!`,
  invoice: (number) => (number === null ? 'fatura' : `fatura ${number}`),
  simulated: 'simulação',
  simulationSubject: '[SIMULAÇÃO]',
  simulation:
    'SIMULAÇÃO: esta mensagem é de um ambiente de testes. Nenhum dinheiro de verdade é cobrado ou recebido.',
  letters: {
    created: ({ team, invoice, amount, due }) => ({
      subject: `Nova ${invoice} de ${team}`,
      sentence: `${team} preparou uma ${invoice} de ${amount} para você, com vencimento em ${due}.`,
    }),
    sent: ({ team, invoice, amount, due }) => ({
      subject: `Sua ${invoice} de ${team}`,
      sentence: `${team} enviou a ${invoice} de ${amount} para você, com vencimento em ${due}.`,
    }),
    generated: ({ team, invoice, amount, due }) => ({
      subject: `Sua ${invoice} de ${team}`,
      sentence: `A ${invoice} da sua assinatura com ${team} está pronta: ${amount}, com vencimento em ${due}.`,
    }),
    paid: ({ team, invoice, amount }) => ({
      subject: `Pagamento recebido: ${invoice}`,
      sentence: `${team} recebeu o pagamento de ${amount} da ${invoice}. Obrigado!`,
    }),
    reminder: ({ team, invoice, amount, due }) => ({
      subject: `Lembrete: a ${invoice} vence em ${due}`,
      sentence: `Lembrete de ${team}: a ${invoice} de ${amount} vence em ${due}.`,
    }),
    overdue: ({ team, invoice, amount, due }) => ({
      subject: `A ${invoice} venceu em ${due}`,
      sentence:
        `A ${invoice} de ${team} venceu em ${due}, e ainda não recebemos o pagamento. O valor hoje é ${amount}. ` +
        'Se já pagou, desconsidere este aviso.',
    }),
  },
  attached: 'A fatura segue anexa em PDF.',
  attachedPaid: 'A fatura com os pagamentos recebidos segue anexa em PDF.',
  pay: 'Ver e pagar a fatura',
  look: 'Ver a fatura',
  summary: 'Resumo',
  number: 'Fatura',
  amount: 'Valor a pagar',
  due: 'Vencimento',
  late: 'Multa e juros incluídos',
  paid: 'Valor recebido',
  pixCode: 'Pix copia e cola',
  pixHint: 'Copie o código inteiro e cole no aplicativo do seu banco, em Pix copia e cola.',
  boletoLine: 'Boleto (linha digitável)',
  boletoHint: 'Copie os números e pague no aplicativo do seu banco.',
}

const validity = (until: string | null) => (until === null ? 'sem prazo de validade' : `válido até ${until}`)

export const QUOTE: QuoteWords = {
  letter: ({ team, number, amount, until }) => ({
    subject: `Seu orçamento de ${team}`,
    title: `Seu orçamento de ${team}`,
    paragraphs: [
      `${team} preparou o orçamento ${number} para você: ${amount}.`,
      until === null
        ? 'Veja os detalhes e responda pela página: basta aceitar ou recusar. O orçamento segue anexo em PDF.'
        : `Ele vale até ${until}. Veja os detalhes e responda pela página: basta aceitar ou recusar. ` +
          'O orçamento segue anexo em PDF.',
    ],
  }),
  sentence: ({ team, number, amount, until }) =>
    `${team} preparou o orçamento ${number} para você: ${amount}, ${validity(until)}.`,
  from: (amount) => `a partir de ${amount}`,
  validity,
  action: 'Ver e responder o orçamento',
  number: 'Orçamento',
  total: 'Valor total',
  until: 'Válido até',
}
