// Texts of the states of what leads to payments: recurring invoices, mandates, debits, recharges.

const pt = {
  recurring: {
    active: 'Ativa',
    paused: 'Pausada',
    cancelled: 'Cancelada',
    expired: 'Encerrada',
  },
  mandate: {
    created: 'Aguardando o cliente',
    active: 'Ativo',
    rejected: 'Recusado pelo cliente',
    expired: 'Encerrado',
    cancelled: 'Cancelado',
  },
  debit: {
    requested: 'Pedido ao banco',
    scheduled: 'Agendado',
    retrying: 'Nova tentativa agendada',
    paid: 'Debitado',
    failed: 'Não debitado: pago como as demais faturas',
    cancelled: 'Retirado',
  },
  recharge: {
    pending: 'Aguardando',
    completed: 'Paga',
    expired: 'Expirada',
    failed: 'Falhou',
    cancelled: 'Cancelada',
  },
  heldPayment: { held: 'Retido', accepted: 'Aceito', refused: 'Recusado' },
}

const en: typeof pt = {
  recurring: {
    active: 'Active',
    paused: 'Paused',
    cancelled: 'Cancelled',
    expired: 'Ended',
  },
  mandate: {
    created: 'Waiting for the client',
    active: 'Active',
    rejected: 'Refused by the client',
    expired: 'Ended',
    cancelled: 'Cancelled',
  },
  debit: {
    requested: 'Asked for at the bank',
    scheduled: 'Scheduled',
    retrying: 'New attempt scheduled',
    paid: 'Debited',
    failed: 'Not debited: paid like any other',
    cancelled: 'Withdrawn',
  },
  recharge: {
    pending: 'Waiting',
    completed: 'Paid',
    expired: 'Expired',
    failed: 'Failed',
    cancelled: 'Cancelled',
  },
  heldPayment: { held: 'Held', accepted: 'Accepted', refused: 'Refused' },
}

export const paymentStatusWords = { pt, en }
