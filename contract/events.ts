// The one catalogue of event types; a test holds it equal to docs/events.md and to what the code emits.

export const EVENTS = {
  'api_key.created': 'An API key was created',
  'api_key.revoked': 'An API key was revoked',
} as const

export type EventType = keyof typeof EVENTS
