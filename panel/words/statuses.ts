// Texts of the states of documents, payments, mandates and items.

const pt = {
  invoice: {
    draft: 'Rascunho',
    sent: 'Enviada',
    cancelled: 'Cancelada',
  },
  payment: {
    pending: 'A vencer',
    partial: 'Paga em parte',
    paid: 'Paga',
    overdue: 'Vencida',
  },
  givenBack: 'Devolvida',
  quote: {
    draft: 'Rascunho',
    sent: 'Enviado',
    accepted: 'Aceito',
    declined: 'Recusado',
    cancelled: 'Cancelado',
  },
  expired: 'Vencido',
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
  tripItem: { quoted: 'Orçado', confirmed: 'Confirmado', cancelled: 'Cancelado' },
}

const en: typeof pt = {
  invoice: {
    draft: 'Draft',
    sent: 'Sent',
    cancelled: 'Cancelled',
  },
  payment: {
    pending: 'Not due',
    partial: 'Partly paid',
    paid: 'Paid',
    overdue: 'Overdue',
  },
  givenBack: 'Refunded',
  quote: {
    draft: 'Draft',
    sent: 'Sent',
    accepted: 'Accepted',
    declined: 'Declined',
    cancelled: 'Cancelled',
  },
  expired: 'Expired',
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
  tripItem: { quoted: 'Quoted', confirmed: 'Confirmed', cancelled: 'Cancelled' },
}

export const statusWords = { pt, en }
