// The test clock in English.
import { plural } from '../plural.ts'
import type { pt } from '../pt/sandbox.ts'

export const en: typeof pt = {
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
    pix: 'PIX',
    boleto: 'Boleto',
  },
}
