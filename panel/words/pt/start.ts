// The first screen in Portuguese.
import { plural } from '../plural.ts'

export const pt = {
  hello: (name: string, hour: number) =>
    `${hour < 12 ? 'Bom dia' : hour < 18 ? 'Boa tarde' : 'Boa noite'}${name === '' ? '' : `, ${name}`}`,
  due: (count: number) =>
    count === 0
      ? 'nenhum prazo nas próximas 24 horas'
      : `${plural(count, 'prazo', 'prazos')} nas próximas 24 horas`,
  deadlines: 'Prazos de emissão',
  deadlinesSub: 'Reservas seguradas, por ordem de vencimento',
  all: 'Ver todas',
  wallet: 'Carteira',
  available: 'Disponível',
  held: 'Em reservas seguradas',
  short: (amount: string) => `Faltam ${amount} para emitir tudo que está segurado`,
  recharge: 'Recarregar por PIX',
  statement: 'Extrato',
  lastMove: 'Último movimento',
  sales: 'Vendas',
  lastDays: 'Últimos 30 dias',
  sold: 'Vendido',
  count: 'Reservas',
  mean: 'Valor médio',
  perDay: 'Vendas por dia',
  owed: 'A receber',
  overdue: 'Vencido',
  notDue: 'A vencer',
  late: (range: string) => `${range} dias`,
  over90: 'Mais de 90 dias',
  invoices: (count: number) => plural(count, 'fatura', 'faturas'),
  seeOverdue: 'Ver vencidas',
  recent: 'Reservas recentes',
  noBookings: 'As reservas da agência aparecem aqui.',
  firstSearch: 'Buscar o primeiro voo',
  departures: 'Próximos embarques',
  noDepartures: 'Nenhum embarque nos próximos dias.',
}
