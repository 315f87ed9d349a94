import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeLog, sayTo } from './log.ts'

test('what is said goes to the log, and trouble as a warning', () => {
  const lines: { level: string; msg: string }[] = []
  const log = makeLog({ level: 'info', destination: { write: (line) => lines.push(JSON.parse(line)) } })
  const say = sayTo(log)
  say('The database is back.')
  say('The database is not back.', 'trouble')
  const told = lines.map(({ level, msg }) => [level, msg])
  assert.deepEqual(told, [
    ['info', 'The database is back.'],
    ['warn', 'The database is not back.'],
  ])
})
