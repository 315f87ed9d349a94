// Texts of document states.

export const pt = {
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
  quote: {
    draft: 'Rascunho',
    sent: 'Enviado',
    accepted: 'Aceito',
    declined: 'Recusado',
    cancelled: 'Cancelado',
  },
}

export const en: typeof pt = {
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
  quote: {
    draft: 'Draft',
    sent: 'Sent',
    accepted: 'Accepted',
    declined: 'Declined',
    cancelled: 'Cancelled',
  },
}
