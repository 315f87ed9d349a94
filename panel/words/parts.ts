// Words of the parts that every screen is made of.
import { en } from './en/parts.ts'
import { pt } from './pt/parts.ts'

export const partWords = { pt, en }
