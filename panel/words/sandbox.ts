// Words of the test clock and of whoever pays in test mode.
import { en } from './en/sandbox.ts'
import { pt } from './pt/sandbox.ts'

export const sandboxWords = { pt, en }
