// The words of mails and messages with the travellers' page, in Portuguese and English.
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { Letter } from '../notifications/words.ts'

interface TripFacts {
  readonly team: string
  readonly title: string
  readonly dates: string | null
}

export interface TripMailWords {
  readonly letter: (facts: TripFacts) => Letter
  /** The text of a message on the phone, without greeting and link. */
  readonly sentence: (facts: TripFacts) => string
  /** The last parameter of the template: a part of a sentence. */
  readonly when: (dates: string | null) => string
  readonly action: string
  readonly trip: string
  readonly number: string
  readonly dates: string
}

const whenPt = (dates: string | null) => dates ?? 'datas a confirmar'

const TRIP_PT: TripMailWords = {
  letter: ({ team, title }) => ({
    subject: `Sua viagem com ${team}: ${title}`,
    title: `Sua viagem: ${title}`,
    paragraphs: [
      `${team} preparou a página da sua viagem, com itinerário, localizadores, contatos e arquivos.`,
      'Abra a página no celular antes de viajar: depois disso, ela funciona também sem internet. O itinerário segue ' +
        'anexo em PDF. Compartilhe o link só com quem viaja com você.',
    ],
  }),
  sentence: ({ team, title, dates }) =>
    `${team} preparou a página da sua viagem "${title}" (${whenPt(dates)}): itinerário, localizadores, contatos e ` +
    'arquivos. Depois de aberta, ela funciona também sem internet.',
  when: whenPt,
  action: 'Ver a viagem',
  trip: 'Viagem',
  number: 'Número',
  dates: 'Período',
}

const whenEn = (dates: string | null) => dates ?? 'dates to be confirmed'

const TRIP_EN: TripMailWords = {
  letter: ({ team, title }) => ({
    subject: `Your trip with ${team}: ${title}`,
    title: `Your trip: ${title}`,
    paragraphs: [
      `${team} has prepared the page of your trip, with itinerary, booking references, contacts and files.`,
      'Open it on your phone before you leave: from then on it works without internet too. The itinerary is attached ' +
        'as a PDF. Share the link only with those who travel with you.',
    ],
  }),
  sentence: ({ team, title, dates }) =>
    `${team} has prepared the page of your trip "${title}" (${whenEn(dates)}): itinerary, booking references, ` +
    'contacts and files. Once opened, it works without internet too.',
  when: whenEn,
  action: 'See the trip',
  trip: 'Trip',
  number: 'Number',
  dates: 'Dates',
}

export const TRIP_MAIL_WORDS: Readonly<Record<TeamLanguage, TripMailWords>> = {
  'pt-BR': TRIP_PT,
  en: TRIP_EN,
}
