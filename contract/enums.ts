// The closed lists of the API by name, with a sentence for each value. Lists with their own table are
// described there.
import choices from './enums.json' with { type: 'json' }
import { ERRORS } from './errors.ts'
import { EVENTS } from './events.ts'
import { PERMISSIONS } from './permissions.ts'
import { GRANTS, KEY_ROLES, ROLE_MEANINGS, ROLES } from './roles.ts'

type Meanings = Readonly<Record<string, string>>

const meaningsOf = <Value extends string>(
  values: readonly Value[],
  meaning: (value: Value) => string,
): Meanings => Object.fromEntries(values.map((value) => [value, meaning(value)]))

const named = <Value extends string>(table: Readonly<Record<Value, unknown>>): Value[] =>
  Object.keys(table).filter((key): key is Value => Object.hasOwn(table, key))

/** A list of values matches if it has the same values in any order. */
export const ENUMS: Readonly<Record<string, Meanings>> = {
  ...choices,
  ErrorCode: meaningsOf(named(ERRORS), (code) => ERRORS[code].text),
  EventType: meaningsOf(named(EVENTS), (type) => EVENTS[type].meaning),
  KeyRole: meaningsOf(KEY_ROLES, (role) => ROLE_MEANINGS[role]),
  Permission: meaningsOf(PERMISSIONS, (permission) => GRANTS[permission].meaning),
  Role: meaningsOf(ROLES, (role) => ROLE_MEANINGS[role]),
}
