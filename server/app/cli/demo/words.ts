// The texts of the demo, in English and in Portuguese.

const EN = {
  title: 'Embarque: from search to ticket, and to a paid invoice',
  intro: (url: string) =>
    `Every step is a request to ${url}, with a test key: flights and payments are simulated.`,
  notRunning: (url: string) =>
    `No service answers at ${url}.
If it listens on another port, set PORT to that: PORT=4000 npm run demo.
If it does not run, start it in another terminal with "npm start", wait for its
banner, and run "npm run demo" again. If it runs on another machine, set
EMBARQUE_URL and EMBARQUE_API_KEY (a test key).`,
  noKey: (url: string) =>
    `The service at ${url} does not keep its data in this folder.
Set EMBARQUE_API_KEY to a test key of its (sk_test_...): "npm start" shows one,
and the panel makes others.`,
  noOffer: 'No offer was found that can be held: is there another supplier than the simulated one?',
  search: {
    title: 'Search flights',
    found: (count: number, day: string) =>
      `São Paulo to Rio de Janeiro on ${day}, one adult: ${count} offers.`,
    offer: (flight: string, price: string, markup: string, fee: string) =>
      `${flight}. The client pays BRL ${price}; of that, the agency's markup is ${markup} and its fee ${fee}.`,
  },
  hold: {
    title: 'Hold the seats',
    held: (locator: string, until: string) =>
      `Held under the locator ${locator} until ${moment(until)}. Nothing is debited yet.`,
  },
  confirm: {
    title: 'Pay from the wallet',
    paid: (amount: string, status: string) =>
      `BRL ${amount} were debited; the booking is "${status}". "Prefer: wait=20" had the answer wait for the tickets.`,
  },
  ticket: {
    title: 'Read the ticket',
    issued: (status: string, numbers: string) =>
      `The booking is "${status}". Ticket ${numbers}. GET /api/v1/mails lists the mails about it; in test mode ` +
      'none goes to a client.',
  },
  client: {
    title: 'The client',
    known: (name: string) => `The booking made ${name} a client of the agency, or found her.`,
  },
  invoice: {
    title: 'Send an invoice',
    item: (locator: string) => `Flight São Paulo - Rio de Janeiro, ${locator}`,
    sent: (number: string, total: string) =>
      `Invoice ${number} over BRL ${total} was sent, with a page for the client and a Pix code:`,
  },
  pay: {
    title: 'Pay it, as the client would',
    paid: (status: string, amount: string) =>
      `The sandbox played the payer: BRL ${amount}, and the invoice is "${status}". Each step emitted an event.`,
  },
  done: 'Done. It can be run again. See for yourself:',
  links: {
    invoice: 'What the client sees',
    panel: 'Panel',
    reference: 'Reference',
    guide: 'The same with curl',
  },
  guide: 'quickstart',
  year: {
    notHere: (url: string) =>
      `"demo --year" makes an agency with people of its own, so it runs beside the
service at ${url}: in its folder, and not in production.`,
    begin: (agency: string, url: string) =>
      `${agency}: a year in test mode, at ${url}.\nFlights, payments and clients are made up. It takes a few minutes.\n`,
    month: (month: Temporal.PlainYearMonth, counts: YearCounts) =>
      `  ${monthName(month, 'en').padEnd(18)}${countsText(counts, 'trips', 'quotes', 'bookings', 'invoices')}`,
    done: (counts: YearCounts, today: Temporal.PlainDate, seconds: number) =>
      `
Done in ${seconds} seconds. In this agency it is ${today.toLocaleString('en', { dateStyle: 'long' })}: a test clock only moves
forward, so its year lies ahead. There are ${counts.clients} clients, ${counts.trips} trips, ${counts.quotes} quotes,
${counts.bookings} bookings, ${counts.invoices} invoices, ${counts.recurring} recurring invoices and ${counts.recharges} recharges.
`,
    signIn: (panel: string, email: string, password: string) =>
      `Sign in:\n\n    Panel      ${panel}\n    E-mail     ${email}\n    Password   ${password}\n
Choose "test mode" there, if the panel shows live mode.`,
    isFirst: `
This account runs the installation, and the first-owner link printed by "npm start" no longer works.
To join another team: npx embarque people invite --team TEAM_ID --email E --role owner`,
  },
}

export interface YearCounts {
  readonly clients: number
  readonly quotes: number
  readonly trips: number
  readonly bookings: number
  readonly invoices: number
  readonly recurring: number
  readonly recharges: number
}

export type DemoWords = typeof EN

const PT: DemoWords = {
  title: 'Embarque: da busca ao bilhete, e até a fatura paga',
  intro: (url) =>
    `Cada passo é uma requisição a ${url}, com uma chave de teste: voos e pagamentos são simulados.`,
  notRunning: (url) =>
    `Nenhum serviço responde em ${url}.
Se ele usa outra porta, defina PORT com ela: PORT=4000 npm run demo.
Se ele não está rodando, inicie-o em outro terminal com "npm start", espere os
endereços aparecerem e rode "npm run demo" novamente. Se ele roda em outra
máquina, defina EMBARQUE_URL e EMBARQUE_API_KEY (uma chave de teste).`,
  noKey: (url) =>
    `O serviço em ${url} não guarda os dados nesta pasta.
Defina EMBARQUE_API_KEY com uma chave de teste dele (sk_test_...): "npm start"
mostra uma, e o painel cria outras.`,
  noOffer: 'Nenhuma oferta encontrada aceita reserva com prazo: há outro fornecedor além do simulado?',
  search: {
    title: 'Buscar voos',
    found: (count, day) => `São Paulo - Rio de Janeiro em ${brazilianDay(day)}, um adulto: ${count} ofertas.`,
    offer: (flight, price, markup, fee) =>
      `${flight}. O cliente paga R$ ${reais(price)}; disso, ` +
      `R$ ${reais(markup)} são o markup da agência e R$ ${reais(fee)} a taxa.`,
  },
  hold: {
    title: 'Reservar com prazo',
    held: (locator, until) =>
      `Reserva com prazo até ${brazilianMoment(until)}, localizador ${locator}. Nada foi debitado ainda.`,
  },
  confirm: {
    title: 'Pagar com a carteira',
    paid: (amount, status) =>
      `R$ ${reais(amount)} foram debitados; a reserva está ${inPortuguese(status)}. ` +
      `Com "Prefer: wait=20" a resposta esperou pelos bilhetes.`,
  },
  ticket: {
    title: 'Ver o bilhete',
    issued: (status, numbers) =>
      `A reserva está ${inPortuguese(status)}. Bilhete ${numbers}. GET /api/v1/mails lista os e-mails sobre ela; ` +
      'no ambiente de teste, nenhum vai para o cliente.',
  },
  client: {
    title: 'O cliente',
    known: (name) => `A reserva cadastrou ${name} como cliente da agência, ou a encontrou.`,
  },
  invoice: {
    title: 'Enviar uma fatura',
    item: (locator) => `Passagem São Paulo - Rio de Janeiro, ${locator}`,
    sent: (number, total) =>
      `A fatura ${number}, de R$ ${reais(total)}, foi enviada, com uma página para o cliente e um código Pix:`,
  },
  pay: {
    title: 'Pagar, como o cliente faria',
    paid: (status, amount) =>
      `O ambiente de teste fez o papel de quem paga: R$ ${reais(amount)}, ` +
      `e a fatura está ${inPortuguese(status)}. Cada passo gerou um evento.`,
  },
  done: 'Pronto. Pode ser repetido. Veja você mesmo:',
  links: {
    invoice: 'O que o cliente vê',
    panel: 'Painel',
    reference: 'Referência',
    guide: 'O mesmo com curl',
  },
  guide: 'quickstart.pt-BR',
  year: {
    notHere: (url) =>
      `"demo --year" cria uma agência com usuários próprios; por isso, roda junto do
serviço em ${url}: na pasta dele, e nunca em produção.`,
    begin: (agency, url) =>
      `${agency}: um ano no ambiente de teste, em ${url}.\nVoos, pagamentos e clientes são fictícios. Leva alguns minutos.\n`,
    month: (month, counts) =>
      `  ${monthName(month, 'pt-BR').padEnd(18)}${countsText(counts, 'viagens', 'orçamentos', 'reservas', 'faturas')}`,
    done: (counts, today, seconds) =>
      `
Pronto em ${seconds} segundos. Nesta agência, hoje é ${today.toLocaleString('pt-BR', { dateStyle: 'long' })}: o relógio de
teste só avança; por isso, o ano dela está no futuro. Há ${counts.clients} clientes, ${counts.trips} viagens,
${counts.quotes} orçamentos, ${counts.bookings} reservas, ${counts.invoices} faturas, ${counts.recurring} faturas recorrentes e ${counts.recharges} recargas.
`,
    signIn: (panel, email, password) =>
      `Entre com:\n\n    Painel   ${panel}\n    E-mail   ${email}\n    Senha    ${password}\n
Escolha o ambiente de teste no painel, se ele mostrar produção.`,
    isFirst: `
Esta conta administra a instalação: o link de primeiro acesso, mostrado no início, não vale mais.
Para entrar em outra agência: npx embarque people invite --team TEAM_ID --email E --role owner`,
  },
}

export const DEMO_WORDS = { en: EN, pt: PT }

const monthName = (month: Temporal.PlainYearMonth, language: string) =>
  month.toPlainDate({ day: 1 }).toLocaleString(language, { month: 'long', year: 'numeric' })

function countsText({ trips, quotes, bookings, invoices }: YearCounts, ...names: readonly string[]): string {
  return [trips, quotes, bookings, invoices]
    .map((count, index) => `${String(count).padStart(4)} ${names[index]}`)
    .join('  ')
}

const STATES_PT = new Map([
  ['confirmed', 'confirmada'],
  ['ticketed', 'emitida'],
  ['paid', 'paga'],
])
/** With the API's value, which programs compare. */
const inPortuguese = (status: string) =>
  STATES_PT.has(status) ? `${STATES_PT.get(status)} ("${status}")` : `"${status}"`
const reais = (amount: string) => amount.replace('.', ',')
/** In UTC, to the minute. */
const moment = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
const brazilianDay = (day: string) => day.split('-').reverse().join('/')
const brazilianMoment = (iso: string) => `${brazilianDay(iso.slice(0, 10))} às ${iso.slice(11, 16)} (UTC)`
