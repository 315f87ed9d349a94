// Settings of the demo team that an empty database gets.
import { optional, type Parse, type ValuesOf } from '../base/process/setting.ts'

export const TEAM_SETTINGS = {
  bootstrapLiveKey: optional(
    'BOOTSTRAP_LIVE_KEY',
    apiKeyOf('live'),
    'Live key of the demo team made on an empty database',
  ),
  bootstrapTestKey: optional('BOOTSTRAP_TEST_KEY', apiKeyOf('test'), 'Its test key'),
} as const

export type TeamConfig = ValuesOf<typeof TEAM_SETTINGS>

function apiKeyOf(mode: 'live' | 'test'): Parse<string> {
  const form = new RegExp(`^sk_${mode}_[A-Za-z0-9_]{16,120}$`)
  return (text) => {
    if (!form.test(text)) throw new Error(`must be sk_${mode}_ and 16 to 120 letters, digits or underscores`)
    return text
  }
}
