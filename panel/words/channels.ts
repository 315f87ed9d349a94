// Words of the settings: channels.
import { en } from './en/channels.ts'
import { pt } from './pt/channels.ts'

export const channelWords = { pt, en }
