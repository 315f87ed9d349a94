// Tables of bookings in Portuguese.
export const pt = {
  locator: 'Localizador',
  client: 'Cliente',
  route: 'Trecho',
  departure: 'Embarque',
  created: 'Criada',
  status: 'Situação',
  amount: 'Valor',
}
