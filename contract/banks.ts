// The banks that a team can connect. Each tells its name and its settings in a file of its own; here is only the list
// of them, and nothing else names one.
import Type from 'typebox'
import { pix } from './banks/pix.ts'
import { simulated } from './banks/simulated.ts'

const BANKS = [simulated, pix] as const satisfies { name: string; settings: Type.TObject }[]

/** The one that is always there. */
export const SIMULATED = simulated.name

export type BankName = (typeof BANKS)[number]['name']
export const BANK_NAMES: readonly BankName[] = BANKS.map(({ name }) => name)

/** Of whichever bank: each is asked for its own, so here none is required. */
export const AnyBankSettings = Type.Object(
  Object.fromEntries(BANKS.flatMap(({ settings }) => Object.entries(Type.Partial(settings).properties))),
  { description: BANKS.flatMap(requirement).join(' ') },
)

function requirement({ name, settings }: (typeof BANKS)[number]): string[] {
  const fields = Object.keys(settings.properties)
  const required: readonly string[] = settings.required ?? []
  const optional = fields.filter((field) => !required.includes(field))
  if (required.length === 0) return []
  const which = optional.length === 0 ? 'all' : `all but ${optional.join(' and ')}`
  return [`For ${name}: ${which} are required`]
}
