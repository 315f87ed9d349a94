// Failures of the wallet and of payments; their place among the others is in errors.ts.

export const WALLET_ERRORS = {
  held_payment_not_found: {
    status: 404,
    text: 'Held payment not found',
    advice: 'check the id; GET /api/v1/installation/held-payments lists them',
  },
  held_payment_already_decided: {
    status: 409,
    text: 'Held payment already decided',
    advice: 'somebody has decided otherwise before; nothing was changed',
  },
  recharge_not_found: {
    status: 404,
    text: 'Recharge not found',
    advice: 'check the id; GET /api/v1/wallet/recharges lists the recharges of your team and mode',
  },
  charge_not_found: {
    status: 404,
    text: 'Charge not found',
    advice:
      'check the id: a recharge or an invoice of your team and mode with a charge of the simulated bank',
  },
  payment_provider_not_found: {
    status: 404,
    text: 'Payment provider not found',
    advice: 'check the id; GET /api/v1/payment-providers lists the providers of your team and mode',
  },
  invalid_payment_method: {
    status: 400,
    text: 'Invalid payment method',
    advice: 'use pix or boleto',
  },
  minimum_amount_is_r_100_00: {
    status: 400,
    text: 'Minimum amount is R$ 100.00',
    advice: 'ask for 100.00 or more',
  },
  maximum_amount_is_r_50000_00: {
    status: 400,
    text: 'Maximum amount is R$ 50000.00',
    advice: 'ask for 50000.00 or less, or for several recharges',
  },
  daily_limit_exceeded: {
    status: 422,
    text: 'Daily limit exceeded',
    advice: 'recharges of one day may sum up to 100000.00; cancel a pending one, or wait for tomorrow',
  },
  team_without_tax_id: {
    status: 422,
    text: 'Team without tax id',
    advice:
      'the bank wants the CPF or CNPJ of who pays: the operator sets it with "npx embarque team set --tax-id"',
  },
  recharge_not_pending: {
    status: 409,
    text: 'Recharge not pending',
    advice:
      'it was paid, or is over and cannot be cancelled; GET /api/v1/wallet/recharge/:id tells what it is',
  },
  payment_provider_not_connected: {
    status: 422,
    text: 'Payment provider not connected',
    advice: 'the bank did not accept the connection; check its addresses and credentials',
  },
} as const
