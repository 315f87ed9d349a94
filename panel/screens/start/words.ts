// Words of the first screen.
import { plural } from '../../words/plural.ts'

// The first screen in English.

const en: typeof pt = {
  hello: (name, hour) =>
    `${hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening'}${name === '' ? '' : `, ${name}`}`,
  due: (count) =>
    count === 0
      ? 'no deadline in the next 24 hours'
      : `${plural(count, 'deadline', 'deadlines')} in the next 24 hours`,
  firstSteps: 'First steps',
  stepsDone: (done, of) => `${done} of ${of} done`,
  stepDone: '(done)',
  hideSteps: 'Hide this list',
  steps: {
    agency: 'Complete the agency details',
    logo: 'Upload the logo and choose the colour',
    pricing: 'Set markup and fee',
    people: 'Invite a colleague',
    client: 'Add the first client',
    booking: 'Search and book the first flight',
  },
  activation: 'What is missing to sell for real',
  activationText: (count) =>
    `${plural(count, 'point keeps', 'points keep')} the agency from serving real clients.`,
  deadlines: 'Ticketing deadlines',
  deadlinesSub: 'Bookings on hold, the most urgent first',
  all: 'See all',
  wallet: 'Wallet',
  available: 'Available',
  held: 'In bookings on hold',
  short: (amount) => `${amount} short of issuing everything on hold`,
  recharge: 'Top up by Pix',
  statement: 'Statement',
  lastMove: 'Last movement',
  sales: 'Sales',
  lastDays: 'Last 30 days',
  sold: 'Sold',
  count: 'Bookings',
  mean: 'Average value',
  perDay: 'Sales by day',
  owed: 'Receivables',
  overdue: 'Overdue',
  notDue: 'Not due yet',
  late: (range) => `${range} days`,
  over90: 'More than 90 days',
  invoices: (count) => plural(count, 'invoice', 'invoices'),
  seeOverdue: 'See overdue',
  recent: 'Recent bookings',
  noBookings: 'Bookings of the agency appear here.',
  firstSearch: 'Search the first flight',
  departures: 'Next departures',
  noDepartures: 'No departures in the next days.',
}

// The first screen in Portuguese.

const pt = {
  hello: (name: string, hour: number) =>
    `${hour < 12 ? 'Bom dia' : hour < 18 ? 'Boa tarde' : 'Boa noite'}${name === '' ? '' : `, ${name}`}`,
  due: (count: number) =>
    count === 0
      ? 'nenhum prazo nas próximas 24 horas'
      : `${plural(count, 'prazo', 'prazos')} nas próximas 24 horas`,
  firstSteps: 'Primeiros passos',
  stepsDone: (done: number, of: number) => `${done} de ${of} concluídos`,
  stepDone: '(concluído)',
  hideSteps: 'Ocultar esta lista',
  steps: {
    agency: 'Completar os dados da agência',
    logo: 'Enviar o logotipo e escolher a cor',
    pricing: 'Definir markup e taxa',
    people: 'Convidar um colega',
    client: 'Cadastrar o primeiro cliente',
    booking: 'Buscar e reservar o primeiro voo',
  },
  activation: 'O que falta para vender de verdade',
  activationText: (count: number) =>
    `${plural(count, 'ponto impede', 'pontos impedem')} a agência de atender clientes de verdade.`,
  deadlines: 'Prazos de emissão',
  deadlinesSub: 'Reservas com prazo, por ordem de vencimento',
  all: 'Ver todas',
  wallet: 'Carteira',
  available: 'Disponível',
  held: 'Em reservas com prazo',
  short: (amount: string) => `Faltam ${amount} para emitir todas as reservas com prazo`,
  recharge: 'Recarregar por Pix',
  statement: 'Extrato',
  lastMove: 'Último lançamento',
  sales: 'Vendas',
  lastDays: 'Últimos 30 dias',
  sold: 'Vendido',
  count: 'Reservas',
  mean: 'Ticket médio',
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

export const startWords = { pt, en }
