// The banks that a team can connect, by name, with the settings that each needs about the team's account.
import Type from 'typebox'
import { asaas } from './banks/asaas.ts'
import { pix } from './banks/pix.ts'
import { simulated } from './banks/simulated.ts'

const BANKS = [simulated, pix, asaas] as const satisfies { name: string; settings: Type.TObject }[]

/** The one that is always there. */
export const SIMULATED = simulated.name

export type BankName = (typeof BANKS)[number]['name']
export const BANK_NAMES: readonly BankName[] = BANKS.map(({ name }) => name)

/** Settings of any bank. Each bank requires its own, so none is required here. */
export const AnyBankSettings = Type.Object(
  Object.fromEntries(BANKS.flatMap(({ settings }) => Object.entries(Type.Partial(settings).properties))),
  { description: BANKS.flatMap(requirement).join(' ') },
)

function requirement({ name, settings }: (typeof BANKS)[number]): string[] {
  const fields = Object.keys(settings.properties)
  const required: readonly string[] = settings.required ?? []
  const optional = fields.filter((field) => !required.includes(field))
  if (required.length === 0) return []
  const most = optional.length === 0 ? 'all' : `all but ${optional.join(' and ')}`
  const which = required.length < optional.length ? required.join(', ') : most
  return [`For ${name}: ${which} are required`]
}
