// Failures of clients, invoices, recurring invoices and quotes.

export const INVOICING_ERRORS = {
  client_not_found: {
    status: 404,
    text: 'Client not found',
    advice: 'check the id; GET /api/v1/clients lists the clients of your team and mode',
  },
  client_has_open_business: {
    status: 409,
    text: 'Client has open business',
    advice:
      'a person is erased once their trips are over and their recurring invoices cancelled; details say which',
  },
  invoice_not_found: {
    status: 404,
    text: 'Invoice not found',
    advice: 'check the id; GET /api/v1/invoices lists the invoices of your team and mode',
  },
  recurring_invoice_not_found: {
    status: 404,
    text: 'Recurring invoice not found',
    advice: 'check the id; GET /api/v1/recurring-invoices lists those of your team and mode',
  },
  quote_not_found: {
    status: 404,
    text: 'Quote not found',
    advice: 'check the id; GET /api/v1/quotes lists the quotes of your team and mode',
  },
  invoice_is_not_a_draft: {
    status: 409,
    text: 'Invoice is not a draft',
    advice: 'an issued invoice stays as it is; cancel it and make a new one',
  },
  only_draft_invoices_can_be_deleted: {
    status: 409,
    text: 'Only draft invoices can be deleted',
    advice: 'cancel it instead, with PATCH {"status": "cancelled"}',
  },
  bank_received_money_for_this_draft: {
    status: 409,
    text: 'Bank received money for this draft',
    advice: 'its payment stays in the books; cancel the draft instead, with PATCH {"status": "cancelled"}',
  },
  only_draft_quotes_can_be_deleted: {
    status: 409,
    text: 'Only draft quotes can be deleted',
    advice: 'cancel it instead, with PATCH {"status": "cancelled"}',
  },
  nothing_to_refund: {
    status: 409,
    text: 'Nothing to refund',
    advice:
      'all that came by PIX for this invoice went back, or is on its way; GET /api/v1/invoices/:id/refunds tells',
  },
  boleto_cannot_be_refunded: {
    status: 422,
    text: 'Boleto cannot be refunded',
    advice:
      'a boleto has no way back to its payer; transfer the money, and note that with PATCH {"amount_paid": 0}',
  },
  refund_exceeds_payment: {
    status: 422,
    text: 'Refund exceeds payment',
    advice: 'a refund is of one PIX payment: ask for no more than is left of it, and one refund for each',
  },
  refund_too_late: {
    status: 422,
    text: 'Refund too late',
    advice: 'PIX gives money back for 90 days; pay the client in another way',
  },
  invalid_status_transition: {
    status: 409,
    text: 'Invalid status transition',
    advice: 'read the object again; its status does not allow this',
  },
} as const
