// What is wrong with a field, in English.
import { plural } from '../plural.ts'
import type { pt } from '../pt/fields.ts'

export const en: typeof pt = {
  required: 'Fill this in',
  type: 'Not a valid value',
  choice: 'Choose one of the options',
  short: (limit) => `At least ${plural(limit, 'character', 'characters')}`,
  long: (limit) => `At most ${plural(limit, 'character', 'characters')}`,
  form: 'Not a valid format',
  small: (limit) => `At least ${limit}`,
  large: (limit) => `At most ${limit}`,
  few: (limit) => `Add at least ${limit}`,
  many: (limit) => `At most ${limit}`,
}
