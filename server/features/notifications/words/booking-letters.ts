// The letters about a booking: the same in every language, each made from the words of one.
import { type Letters, type MailFacts, named } from './booking-facts.ts'

export interface LetterWords {
  /** At the beginning of a subject, and inside one. */
  booking: [first: string, inside: string]
  /** What a subject says of a booking, or before it. */
  subjects: Readonly<
    Record<'made' | 'cancelled' | 'reminder' | 'expiring' | 'changed' | 'cancelledByCarrier', string>
  >
  tickets: (facts: MailFacts) => string
  /** That it was made and ticketed at once. */
  madeAndTicketed: (facts: MailFacts) => string
  client: ClientWords
  agency: AgencyWords
}

interface ClientWords {
  hello: (name: string) => string
  titles: Readonly<
    Record<
      | 'created'
      | 'ticket'
      | 'tickets'
      | 'madeAndTicketed'
      | 'reminder'
      | 'cancelled'
      | 'changed'
      | 'cancelledByCarrier',
      string
    >
  >
  seatsReserved: string
  beingIssued: string
  issued: string[]
  /** To whom and until when it is to be paid. */
  payment: (facts: MailFacts) => string
  ignoreIfPaid: string
  cancelled: (facts: MailFacts) => string[]
  changed: string
  changeAsked: (agency: string) => string
  changeTold: (agency: string) => string
  cancelledByCarrier: string
  whatNow: (agency: string) => string
}

interface AgencyWords {
  titles: Readonly<
    Record<
      'created' | 'madeAndTicketed' | 'reminder' | 'cancelled' | 'changed' | 'cancelledByCarrier',
      string
    >
  >
  awaitsPayment: string
  beingIssued: string
  issued: string
  notPaid: string
  /** Until when it must be confirmed; empty where it waits for nothing. */
  confirmation: (facts: MailFacts) => string
  refund: (facts: MailFacts) => string
  changeAsked: string
  changeTold: string
  cancelledByCarrier: string
}

export function lettersOf(words: LetterWords): Letters {
  return { client: clientLetters(words, words.client), agency: agencyLetters(words, words.agency) }
}

function clientLetters(
  { booking: [first, inside], subjects, tickets, madeAndTicketed }: LetterWords,
  { titles, ...words }: ClientWords,
): Letters['client'] {
  const letter = (subject: string, title: string, { client, trip }: MailFacts, paragraphs: string[]) => ({
    subject: `${subject}${trip}`,
    title,
    paragraphs: [words.hello(client), ...paragraphs],
  })
  return {
    created: (facts) =>
      letter(`${named(first, facts)} ${subjects.made}: `, titles.created, facts, [
        facts.holds ? `${words.seatsReserved} ${words.payment(facts)}` : words.beingIssued,
      ]),
    ticketed: (facts) => {
      if (facts.isFirst) {
        const subject = `${named(first, facts)} ${madeAndTicketed(facts)}: `
        return letter(subject, titles.madeAndTicketed, facts, words.issued)
      }
      const title = facts.passengers === 1 ? titles.ticket : titles.tickets
      return letter(`${tickets(facts)}: ${named(inside, facts)}, `, title, facts, words.issued)
    },
    reminder: (facts) =>
      letter(`${subjects.reminder}: ${named(inside, facts)}, `, titles.reminder, facts, [
        words.payment(facts),
        words.ignoreIfPaid,
      ]),
    cancelled: (facts) => {
      const subject = `${named(first, facts)} ${subjects.cancelled}: `
      return letter(subject, titles.cancelled, facts, words.cancelled(facts))
    },
    changed: (facts) => {
      const next = facts.asks ? words.changeAsked(facts.agency) : words.changeTold(facts.agency)
      const subject = `${subjects.changed}: ${named(inside, facts)}, `
      return letter(subject, titles.changed, facts, [words.changed, next])
    },
    cancelled_by_carrier: (facts) =>
      letter(`${named(first, facts)} ${subjects.cancelledByCarrier}: `, titles.cancelledByCarrier, facts, [
        words.cancelledByCarrier,
        words.whatNow(facts.agency),
      ]),
  }
}

function agencyLetters(
  { booking: [first, inside], subjects, tickets, madeAndTicketed }: LetterWords,
  { titles, ...words }: AgencyWords,
): Letters['agency'] {
  const letter = (subject: string, title: string, { client, trip }: MailFacts, paragraph: string) => ({
    subject: `${subject}${client}, ${trip}`,
    title,
    paragraphs: [paragraph],
  })
  const toConfirm = (text: string, facts: MailFacts) => `${text} ${words.confirmation(facts)}`.trim()
  return {
    created: (facts) => {
      const text = facts.holds ? toConfirm(words.awaitsPayment, facts) : words.beingIssued
      return letter(`${named(titles.created, facts)}: `, titles.created, facts, text)
    },
    ticketed: (facts) => {
      if (facts.isFirst) {
        const subject = `${named(first, facts)} ${madeAndTicketed(facts)}: `
        return letter(subject, titles.madeAndTicketed, facts, words.issued)
      }
      return letter(`${tickets(facts)}: ${named(inside, facts)}, `, tickets(facts), facts, words.issued)
    },
    reminder: (facts) => {
      const subject = `${subjects.expiring}: ${named(inside, facts)}, `
      return letter(subject, titles.reminder, facts, toConfirm(words.notPaid, facts))
    },
    cancelled: (facts) =>
      letter(`${named(first, facts)} ${subjects.cancelled}: `, titles.cancelled, facts, words.refund(facts)),
    changed: (facts) => {
      const text = facts.asks ? words.changeAsked : words.changeTold
      return letter(`${subjects.changed}: ${named(inside, facts)}, `, titles.changed, facts, text)
    },
    cancelled_by_carrier: (facts) => {
      const subject = `${named(first, facts)} ${subjects.cancelledByCarrier}: `
      const text = `${words.cancelledByCarrier} ${words.refund(facts)}`
      return letter(subject, titles.cancelledByCarrier, facts, text)
    },
  }
}
