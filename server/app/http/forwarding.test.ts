// A reverse proxy missing from TRUST_PROXY is reported once; a named one is not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/support/start-app.ts'
import { makeLog } from '../../kernel/process/log.ts'

for (const [proxies, warnings] of [
  ['0', 1],
  ['1', 0],
] as const)
  test(`with TRUST_PROXY=${proxies}: ${warnings} warnings`, async () => {
    const lines: string[] = []
    const log = makeLog({ level: 'warn', destination: { write: (line) => lines.push(line) } })
    const app = await startApp({ log, settings: { TRUST_PROXY: proxies } })
    const warned = () => lines.filter((line) => line.includes('TRUST_PROXY')).length
    await app.anybody.get('/api/v1/health')
    assert.deepEqual([warned(), app.service.world.forwarding.isUntrusted], [0, false])
    for (const address of ['203.0.113.7', '203.0.113.8'])
      await app.anybody.get('/api/v1/health', { 'x-forwarded-for': address })
    assert.deepEqual([warned(), app.service.world.forwarding.isUntrusted], [warnings, warnings === 1])
  })
