// Texts of tasks about Pix Automático: what ended, and what was not debited.

const pt = {
  title: 'Pix Automático: faturas sem débito',
  sub: 'O cliente precisa pagar por outro meio ou autorizar o Pix Automático novamente.',
  ended: (client: string) => `${client} não tem mais Pix Automático`,
  endedBy: {
    agency: 'Cancelado pela agência.',
    client: 'O cliente cancelou na página da fatura.',
    payer: 'O cliente cancelou no aplicativo do banco.',
    payer_bank: 'O banco do cliente cancelou.',
    receiver_bank: 'O banco da agência cancelou.',
  },
  again:
    'As próximas faturas são pagas como as outras. A autorização é oferecida na página da próxima fatura.',
  letGo:
    'Se ele não quiser mais, desmarque o Pix Automático na fatura recorrente: esta tarefa deixa de aparecer.',
  failed: (client: string, amount: string) => `${client}: ${amount} não debitados`,
  due: (day: string) => `Vencimento em ${day}.`,
  openInvoice: 'Abrir a fatura',
  openRecurring: 'Abrir a fatura recorrente',
}

const en: typeof pt = {
  title: 'Pix Automático: invoices without a debit',
  sub: 'The client has to pay in another way, or allow Pix Automático again.',
  ended: (client) => `${client} has no Pix Automático any more`,
  endedBy: {
    agency: 'The agency cancelled it.',
    client: 'The client cancelled it on the invoice’s page.',
    payer: 'The client cancelled it in the bank’s app.',
    payer_bank: 'The client’s bank cancelled it.',
    receiver_bank: 'The agency’s bank cancelled it.',
  },
  again: 'The next invoices are paid like any other. It is offered on the page of the next invoice.',
  letGo: 'If they no longer want it, take Pix Automático off the recurring invoice: this task goes away.',
  failed: (client, amount) => `${client}: ${amount} not debited`,
  due: (day) => `Due on ${day}.`,
  openInvoice: 'Open the invoice',
  openRecurring: 'Open the recurring invoice',
}

export const mandateTaskWords = { pt, en }
