// Accounts: what their fields are called and why something about them fails.
import { en } from './en/account.ts'
import { pt } from './pt/account.ts'

export const accountWords = { pt, en }
