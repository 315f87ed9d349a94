// The board of deadlines in Portuguese.
export const pt = {
  time: 'Vence em',
  until: 'Prazo',
  locator: 'Localizador',
  route: 'Trecho',
  client: 'Cliente',
  amount: 'Valor',
  issue: 'Emitir',
  short: 'falta saldo',
  noDeadlines: 'Nada a vencer. Reservas seguradas aparecem aqui com o tempo que resta.',
}
