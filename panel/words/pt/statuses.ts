// The states of documents in Portuguese, wherever they are shown.
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
