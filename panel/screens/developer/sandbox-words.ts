// Words of the test clock and of whoever pays in test mode.
import { plural } from '../../words/plural.ts'

// The test clock in English.

const en: typeof pt = {
  title: 'Test clock',
  sub: 'Test mode has a time of its own: advance it and see what happens later',
  now: 'Now, in test mode',
  steps: {
    PT30M: '30 minutes',
    PT6H: '6 hours',
    P1D: '1 day',
    P7D: '7 days',
    P30D: '30 days',
  },
  advanceText:
    'All that falls due on the way happens in order: deadlines, charges, recurring invoices, reminders.',
  ran: (count) => plural(count, 'task done', 'tasks done'),
  going: (at) => `On its way to ${at}. Go on to get there.`,
  goOn: 'Go on',
  failed: 'Did not work',
  wallet: 'Test wallet',
  walletText: 'The balance is always this, whatever comes in or goes out.',
  balance: 'Balance',
  set: 'Set balance',
  saved: 'Balance set',
  payer: 'Payer',
  payerText: 'Pays test charges as a client would.',
  recharges: 'Recharges that wait',
  invoices: 'Open invoices',
  pay: 'Pay',
  fail: 'Fail',
  paid: 'Paid',
  refused: 'The bank refused the recharge',
  noRecharges: 'No recharges wait for payment.',
  noInvoices: 'No invoices that were sent are open.',
  what: 'Charge',
  amount: 'Amount',
  act: 'Action',
  methods: {
    pix: 'Pix',
    boleto: 'Boleto',
  },
}

// The test clock in Portuguese.

const pt = {
  title: 'Relógio de teste',
  sub: 'O ambiente de teste tem hora própria: avance e veja o que acontece depois',
  now: 'Agora, no teste',
  steps: {
    PT30M: '30 minutos',
    PT6H: '6 horas',
    P1D: '1 dia',
    P7D: '7 dias',
    P30D: '30 dias',
  },
  advanceText:
    'Tudo o que vence no caminho acontece na ordem: prazos, cobranças, faturas recorrentes, lembretes.',
  ran: (count: number) => plural(count, 'tarefa feita', 'tarefas feitas'),
  going: (at: string) => `A caminho de ${at}. Continue para chegar lá.`,
  goOn: 'Continuar',
  failed: 'Não deu certo',
  wallet: 'Carteira de teste',
  walletText: 'O saldo é sempre este, não importa o que entra ou sai.',
  balance: 'Saldo',
  set: 'Definir saldo',
  saved: 'Saldo definido',
  payer: 'Pagador',
  payerText: 'Paga cobranças de teste como um cliente pagaria.',
  recharges: 'Recargas aguardando',
  invoices: 'Faturas em aberto',
  pay: 'Pagar',
  fail: 'Falhar',
  paid: 'Pago',
  refused: 'Recarga recusada pelo banco',
  noRecharges: 'Nenhuma recarga aguardando pagamento.',
  noInvoices: 'Nenhuma fatura enviada em aberto.',
  what: 'Cobrança',
  amount: 'Valor',
  act: 'Ação',
  methods: {
    pix: 'Pix',
    boleto: 'Boleto',
  },
}

export const sandboxWords = { pt, en }
