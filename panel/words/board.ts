// Texts of the board of deadlines.

const en: typeof pt = {
  time: 'Due in',
  until: 'Deadline',
  locator: 'Locator',
  route: 'Route',
  client: 'Client',
  amount: 'Amount',
  issue: 'Issue',
  short: 'not enough balance',
  noDeadlines: 'Nothing is due. Bookings on hold appear here with the time left to pay.',
}

const pt = {
  time: 'Vence em',
  until: 'Prazo',
  locator: 'Localizador',
  route: 'Trecho',
  client: 'Cliente',
  amount: 'Valor',
  issue: 'Emitir',
  short: 'falta saldo',
  noDeadlines: 'Nada a vencer. Reservas com prazo aparecem aqui com o tempo restante.',
}

export const boardWords = { pt, en }
