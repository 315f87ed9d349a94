// Texts of tables of bookings.

const en: typeof pt = {
  locator: 'Locator',
  client: 'Client',
  route: 'Route',
  departure: 'Departure',
  created: 'Created',
  status: 'Status',
  amount: 'Amount',
}

const pt = {
  locator: 'Localizador',
  client: 'Cliente',
  route: 'Trecho',
  departure: 'Embarque',
  created: 'Criada',
  status: 'Situação',
  amount: 'Valor',
}

export const bookingTableWords = { pt, en }
