// Retention settings: defaults and limits.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, RETENTION_SETTINGS, readSettings } from './settings.ts'

const read = (environment: Record<string, string>) => readSettings(RETENTION_SETTINGS, environment)

test('the defaults are two years, a month, three months, a day, a gigabyte', () => {
  assert.deepEqual(read({}), {
    keepEventsDays: 730,
    keepDeliveriesDays: 30,
    keepMailsDays: 90,
    keepSearchesHours: 24,
    storedMbPerDay: 1024,
  })
})

const bounds: [name: string, key: keyof ReturnType<typeof read>, least: number, most: number][] = [
  ['KEEP_EVENTS_DAYS', 'keepEventsDays', 30, 3_660],
  ['KEEP_DELIVERIES_DAYS', 'keepDeliveriesDays', 1, 3_660],
  ['KEEP_MAILS_DAYS', 'keepMailsDays', 1, 3_660],
  ['KEEP_SEARCHES_HOURS', 'keepSearchesHours', 24, 720],
]
for (const [name, key, least, most] of bounds) {
  test(`${name} is a whole number from ${least} to ${most}`, () => {
    for (const value of [least, most]) assert.equal(read({ [name]: String(value) })[key], value)
    for (const text of [String(least - 1), String(most + 1), '0', '-1', '31.5', 'for ever', '1e2'])
      assert.throws(
        () => read({ [name]: text }),
        (error) => error instanceof ConfigError && error.message.includes(name),
        text,
      )
  })
}
