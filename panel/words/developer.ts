// Words of keys, webhooks, events and the audit log.
import { en } from './en/developer.ts'
import { pt } from './pt/developer.ts'

export const developerWords = { pt, en }
