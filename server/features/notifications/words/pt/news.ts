// What an agency reads in Portuguese about what happened to its quotes, invoices and bookings.
import type { NewsWords } from '../news-shapes.ts'

const counted = (one: string, several: string) => (count: number) =>
  count === 1 ? `1 ${one}` : `${count} ${several}`
const joined = (...parts: string[]) => parts.filter((part) => part !== '').join(' · ')
const named = (word: string, number: string) => (number === '' ? word : `${word} ${number}`)

export const NEWS: NewsWords = {
  lines: {
    quote_accepted: ({ client, number, amount, by }) => ({
      text: `${named('Orçamento', number)} aceito: ${client}`,
      detail: joined(amount, by === '' ? '' : `aceito por ${by}`),
    }),
    quote_declined: ({ client, number, amount, reason }) => ({
      text: `${named('Orçamento', number)} recusado: ${client}`,
      detail: joined(amount, reason === '' ? '' : `motivo: ${reason}`),
    }),
    invoice_paid: ({ client, number, amount }) => ({
      text: `${named('Fatura', number)} paga: ${client}`,
      detail: amount,
    }),
    invoice_part_paid: ({ client, number, amount, left }) => ({
      text: `${named('Fatura', number)} paga em parte: ${client}`,
      detail: joined(`recebido ${amount}`, `faltam ${left}`),
    }),
    invoice_overdue: ({ client, number, left, due }) => ({
      text: `${named('Fatura', number)} vencida: ${client}`,
      detail: joined(`em aberto ${left}`, `venceu em ${due}`),
    }),
    payment_returned: ({ client, number, amount }) => ({
      text: client === '' ? 'Pagamento de recarga devolvido' : `Pagamento devolvido: ${client}`,
      detail: joined(amount, number === '' ? '' : `fatura ${number}`),
    }),
    booking_failed: ({ client, number, amount }) => ({
      text: `${named('Emissão não concluída, reserva', number)}: ${client}`,
      detail: joined(amount, 'o valor voltou à carteira'),
    }),
  },
  counts: {
    quote_accepted: counted('orçamento aceito', 'orçamentos aceitos'),
    quote_declined: counted('orçamento recusado', 'orçamentos recusados'),
    invoice_paid: counted('fatura paga', 'faturas pagas'),
    invoice_part_paid: counted('fatura paga em parte', 'faturas pagas em parte'),
    invoice_overdue: counted('fatura vencida', 'faturas vencidas'),
    payment_returned: counted('pagamento devolvido', 'pagamentos devolvidos'),
    booking_failed: counted('emissão não concluída', 'emissões não concluídas'),
  },
  title: (count) => (count === 1 ? 'Uma novidade' : `${count} novidades`),
  list: 'O que aconteceu',
  more: (count) => `e mais ${count}: veja no painel.`,
  and: 'e',
  action: 'Abrir no painel',
  choices: (agency) =>
    `${agency}. Quais avisos chegam por e-mail se escolhe no painel, em Configurações > Dados da agência.`,
}
