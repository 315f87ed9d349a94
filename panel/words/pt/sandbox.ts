// The test clock in Portuguese.
import { plural } from '../plural.ts'

export const pt = {
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
    pix: 'PIX',
    boleto: 'Boleto',
  },
}
