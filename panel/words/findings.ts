// Words of what the checks of the installation find.
import { en } from './en/findings.ts'
import { pt } from './pt/findings.ts'

export const findingWords = { pt, en }
