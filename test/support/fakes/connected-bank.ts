// A live team connected to a bank of the tests, through the API as its owner would do it.
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { startApp, type TestApp, type TestAppOptions } from '../start-app.ts'
import { type FakePsp, startFakePsp } from './fake-psp.ts'

export const PROVIDERS = '/api/v1/payment-providers'

export interface ConnectedBank {
  app: TestApp
  psp: FakePsp
  /** The provider as the API shows it. */
  provider: { id: string; callback_url: string; [field: string]: unknown }
  /** The txid of a recharge's charge. */
  txidOf(rechargeId: string): Promise<string>
}

export function providerBody({ settings }: FakePsp, changes: object = {}) {
  return { provider: 'pix-bacen', settings: { ...settings, ...changes } }
}

export async function connectedBank(options: TestAppOptions = {}): Promise<ConnectedBank> {
  const psp = await startFakePsp(options.wall === undefined ? {} : { clock: options.wall })
  const app = await startApp({ bankTimeoutMs: 1_000, ...options })
  after(() => psp.close())
  const answer = await app.live.post(PROVIDERS, providerBody(psp))
  assert.equal(answer.status, 201, answer.text)
  return {
    app,
    psp,
    provider: answer.body.data,
    async txidOf(rechargeId) {
      const { pool } = app.service.world
      const { rows } = await pool.query('select txid from charges where reference_id = $1', [rechargeId])
      return rows[0].txid
    },
  }
}
