// Words of the first screen.
import { en } from './en/start.ts'
import { pt } from './pt/start.ts'

export const startWords = { pt, en }
