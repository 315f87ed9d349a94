// Settings of the first team, which an empty database gets.
import { optional, type Parse, type ValuesOf } from '../../kernel/process/settings.ts'

export const TEAM_SETTINGS = {
  bootstrapLiveKey: optional(
    'BOOTSTRAP_LIVE_KEY',
    apiKeyOf('live'),
    'Live key of the first team, made on an empty database; without it a random one',
  ),
  bootstrapTestKey: optional('BOOTSTRAP_TEST_KEY', apiKeyOf('test'), 'Its test key'),
} as const

/** Faults of chosen keys in production, where anyone can try to guess them. */
export function weakKeys(config: TeamConfig & { readonly environment: string }): string[] {
  if (config.environment !== 'production') return []
  const chosen = { BOOTSTRAP_LIVE_KEY: config.bootstrapLiveKey, BOOTSTRAP_TEST_KEY: config.bootstrapTestKey }
  return Object.entries(chosen)
    .filter(([, key]) => key !== null && isGuessable(key.slice('sk_live_'.length)))
    .map(
      ([name]) =>
        `${name} is too easy to guess for production: use 32 or more random characters, or leave it out`,
    )
}

/** Too short, with few different characters, or with patterns such as 1234, aaaa or repetitions. */
function isGuessable(text: string): boolean {
  if (text.length < 32 || new Set(text).size < 12) return true
  const steps = [...text].slice(1).map((character, index) => character.charCodeAt(0) - text.charCodeAt(index))
  const inRuns = steps.filter((step, index) => Math.abs(step) < 2 && step === steps[index - 1]).length
  if (inRuns > text.length / 4) return true
  const chunks = new Set(steps.map((_, index) => text.slice(index, index + 4)))
  return chunks.size < text.length * 0.75
}

export type TeamConfig = ValuesOf<typeof TEAM_SETTINGS>

function apiKeyOf(mode: 'live' | 'test'): Parse<string> {
  const form = new RegExp(`^sk_${mode}_[A-Za-z0-9_]{16,120}$`)
  return (text) => {
    if (!form.test(text)) throw new Error(`must be sk_${mode}_ and 16 to 120 letters, digits or underscores`)
    return text
  }
}
