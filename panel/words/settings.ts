// Words of the settings: settings.
import { en } from './en/settings.ts'
import { pt } from './pt/settings.ts'

export const settingsWords = { pt, en }
