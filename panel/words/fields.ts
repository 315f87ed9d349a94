// Words about what is wrong with a field.
import { en } from './en/fields.ts'
import { pt } from './pt/fields.ts'

export const fieldWords = { pt, en }
