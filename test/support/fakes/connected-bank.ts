// A fake bank: connected by a live team through the API, or by the operator for the wallets of all teams.
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { connectWalletBank } from '../../../server/features/payments/wallet-banks.ts'
import type { World } from '../../../server/features/world.ts'
import { startApp, type TestApp, type TestAppOptions } from '../start-app.ts'
import { type FakePsp, startFakePsp } from './fake-psp.ts'

export const PROVIDERS = '/api/v1/payment-providers'

export interface ConnectedBank {
  app: TestApp
  psp: FakePsp
  /** The team's own provider as the API shows it, or the operator's. */
  provider: { id: string; callback_url: string; [field: string]: unknown }
  /** The txid of a recharge's charge. */
  txidOf(rechargeId: string): Promise<string>
}

export function providerBody({ settings }: FakePsp, changes: object = {}) {
  return { provider: 'pix-bacen', settings: { ...settings, ...changes } }
}

/** The operator's bank, connected as the command line does it. */
export async function operatorsBank(world: World, { settings }: FakePsp): Promise<ConnectedBank['provider']> {
  const { id, callback_token } = await connectWalletBank(world, { provider: 'pix-bacen', settings })
  return { id, callback_url: `${world.address.url}/callbacks/pix-bacen/${callback_token}` }
}

export async function connectedBank(
  options: TestAppOptions = {},
  purpose: 'invoices' | 'wallet' = 'invoices',
  hasDueDates = false,
): Promise<ConnectedBank> {
  const psp = await startFakePsp({ ...(options.wall && { clock: options.wall }), hasDueDates })
  const app = await startApp(options)
  after(() => psp.close())
  const connect = async () => {
    const answer = await app.live.post(PROVIDERS, providerBody(psp))
    assert.equal(answer.status, 201, answer.text)
    return answer.body.data
  }
  return {
    app,
    psp,
    provider: purpose === 'wallet' ? await operatorsBank(app.service.world, psp) : await connect(),
    async txidOf(rechargeId) {
      const { pool } = app.service.world
      const { rows } = await pool.query('select txid from charges where reference_id = $1', [rechargeId])
      return rows[0].txid
    },
  }
}
