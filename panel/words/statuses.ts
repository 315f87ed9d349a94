// Texts of document states.

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
}

export const statusWords = { pt, en }
