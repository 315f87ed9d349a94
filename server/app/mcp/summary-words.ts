// The words that every summary is made of: amounts, receivers, and the language of the team.

import type { ClientRow } from '../../features/clients/store.ts'
import type { Cents } from '../../kernel/values/money.ts'
import { shownName } from '../../kernel/values/shown-name.ts'
import { amountInWords } from './amount-in-words.ts'
import type { AgentCall, Answered } from './call-operation.ts'
import type { Arguments } from './tool-input.ts'

export interface Planned {
  readonly summary: string
  /** The amounts, states and receivers that it stands for; another one needs another agreement. */
  readonly told: unknown
  /** What is sent with the agent's own arguments. */
  readonly sent: Arguments
}

/** The API's refusal, where it would be refused anyway. */
export type Plan = Planned | { readonly refused: Answered }

export type Make = (call: AgentCall, given: Arguments) => Promise<Plan>

export const wordsFor = ({ language }: AgentCall, cents: Cents) => amountInWords(cents, language)

/** Of a date as the API writes it, which people in Brazil read the other way round. */
export function dayFor({ language }: AgentCall, date: string): string {
  return language === 'en' ? date : date.split('-').reverse().join('/')
}

export function inLanguage({ language, caller }: AgentCall, { pt, en }: { pt: string; en: string }): string {
  const isTest = caller.owner.mode === 'test'
  if (language === 'en') return isTest ? `${en} (Test mode: no real money.)` : en
  return isTest ? `${pt} (Modo de teste: sem dinheiro real.)` : pt
}

type Receiver = Pick<ClientRow, 'full_name' | 'email' | 'phone'>

/** Whom it goes to: the name as it may stand in a mail, in quotation marks, and the addresses. */
export function receiverOf({ full_name, email, phone }: Receiver): string {
  // A phone is free text: of it, what a number is written with.
  const number = (phone ?? '').replaceAll(/[^\d+() -]+/g, '').trim()
  return [`"${shownName(full_name)}"`, `<${email}>`, number].join(' ').trim()
}
