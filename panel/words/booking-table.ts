// Words of tables of bookings, wherever they stand.

// Tables of bookings in English.

const en: typeof pt = {
  locator: 'Locator',
  client: 'Client',
  route: 'Route',
  departure: 'Departure',
  created: 'Created',
  status: 'Status',
  amount: 'Amount',
}

// Tables of bookings in Portuguese.

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
