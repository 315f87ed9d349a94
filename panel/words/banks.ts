// Words of the settings: banks.
import { en } from './en/banks.ts'
import { pt } from './pt/banks.ts'

export const bankWords = { pt, en }
