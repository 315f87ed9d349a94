// What `team update` takes: a word for each part of an agency's profile.
import { text } from './command.ts'

export const PROFILE_OPTIONS = {
  name: text('N'),
  'legal-name': text('N'),
  'tax-id': text('C'),
  email: text('E'),
  'reply-to': text('E'),
  phone: text('P'),
  whatsapp: text('P'),
  website: text('U'),
  street: text('S'),
  number: text('N'),
  complement: text('C'),
  district: text('D'),
  city: text('C'),
  state: text('UF'),
  'postal-code': text('CEP'),
  colour: text('#RRGGBB'),
  logo: text('FILE'),
  'time-zone': text('Z'),
  language: text('pt-BR|en'),
  'late-fine': text('P'),
  'late-interest': text('P'),
  footer: text('T'),
  'payment-instructions': text('T'),
  mails: text('NAME=on,NAME=off'),
  suppliers: text('S,S'),
  'without-airlines': text('XX,XX'),
} as const

export type ProfileValues = Partial<Record<keyof typeof PROFILE_OPTIONS, string>>
