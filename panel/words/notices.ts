// Names of the optional mails to an agency.

const en: typeof pt = {
  kinds: {
    booking_created: 'Booking made',
    booking_ticketed: 'Tickets issued',
    booking_reminder: 'Reminder of a payment deadline',
    booking_changed: 'Flight changed by the carrier',
    booking_cancelled: 'Booking cancelled',
    booking_cancelled_by_carrier: 'Booking cancelled by the carrier',
    quote_accepted: 'Quote accepted',
    quote_declined: 'Quote declined',
    invoice_paid: 'Invoice paid',
    invoice_part_paid: 'Invoice paid in part',
    invoice_overdue: 'Invoice overdue',
    mandate_ended: 'Pix Automático ended by the client or a bank',
    debit_failed: 'Pix Automático debit failed',
    payment_returned: 'Payment returned',
    payment_disputed: 'Card payment disputed',
    booking_failed: 'Tickets not issued',
    webhook_switched_off: 'Webhook switched off after failures',
    daily_warnings_mail: 'Open warnings, each morning at 07:00',
  },
}

const pt = {
  kinds: {
    booking_created: 'Reserva feita',
    booking_ticketed: 'Bilhetes emitidos',
    booking_reminder: 'Lembrete do prazo de emissão',
    booking_changed: 'Voo alterado pela companhia',
    booking_cancelled: 'Reserva cancelada',
    booking_cancelled_by_carrier: 'Reserva cancelada pela companhia',
    quote_accepted: 'Orçamento aceito',
    quote_declined: 'Orçamento recusado',
    invoice_paid: 'Fatura paga',
    invoice_part_paid: 'Fatura paga em parte',
    invoice_overdue: 'Fatura vencida',
    mandate_ended: 'Pix Automático encerrado pelo cliente ou pelo banco',
    debit_failed: 'Débito do Pix Automático não realizado',
    payment_returned: 'Pagamento devolvido',
    payment_disputed: 'Pagamento com cartão contestado',
    booking_failed: 'Emissão não concluída',
    webhook_switched_off: 'Webhook desativado por falhas',
    daily_warnings_mail: 'Resumo dos avisos em aberto, todos os dias às 7h',
  },
}

export const noticeWords = { pt, en }
