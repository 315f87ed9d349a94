// How mails and messages to clients begin and end: in the agency's own words, else in the product's.
import type { ClientType } from '../../../contract/clients.ts'
import { fillPlaceholders, type MessageTexts, PRODUCT_TEXTS } from '../../../contract/message-texts.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { shownName } from '../../kernel/values/text.ts'
import { messageTextsOf } from '../teams/profile.ts'
import type { Team } from '../teams/store.ts'
import type { World } from '../world.ts'

export interface Addressed {
  readonly clientName: string
  /** Of a company its whole name. */
  readonly firstName: string
  readonly teamName: string
  readonly texts: MessageTexts
}

export interface Salutation {
  readonly greeting: string
  readonly closing: string | null
}

export function addressed(
  team: Team,
  { full_name, client_type }: { readonly full_name: string; readonly client_type: ClientType },
): Addressed {
  const clientName = shownName(full_name)
  const [first = clientName] = clientName.split(' ')
  const firstName = client_type === 'company' ? clientName : first
  return { clientName, firstName, teamName: team.name, texts: messageTextsOf(team) }
}

/** What a messaging app delivers is a template with approved words: the stored text does not claim others. */
export function inTemplate<Facts extends Addressed>({ messenger }: World, facts: Facts): Facts {
  return messenger.kind === 'outbox' ? facts : { ...facts, texts: PRODUCT_TEXTS }
}

const HELLO: Readonly<Record<TeamLanguage, (name: string) => string>> = {
  'pt-BR': (name) => `Olá, ${name}!`,
  en: (name) => `Hello ${name},`,
}

export function salutation(
  { clientName, firstName, teamName, texts }: Addressed,
  language: TeamLanguage,
): Salutation {
  const { greeting, closing } = texts[language]
  const names = { client_name: clientName, first_name: firstName, agency_name: teamName }
  return {
    greeting: greeting === null ? HELLO[language](clientName) : fillPlaceholders(greeting, names),
    closing: closing === null ? null : fillPlaceholders(closing, names),
  }
}
