// Asaas as the operator's bank for the wallets of all teams, which have a CNPJ, with a clock that the test
// moves.
import { after } from 'node:test'
import { connectWalletBank } from '../../../server/features/payments/wallet-banks.ts'
import { listTeams } from '../../../server/features/teams/store.ts'
import { updateAnyTeam } from '../../../server/features/teams/teams.ts'
import { fixedClock, type MovableClock } from '../../../server/kernel/process/clock.ts'
import { eventually } from '../eventually.ts'
import { startApp, type TestApp, type TestAppOptions } from '../start-app.ts'
import { RECHARGE } from '../wallet.ts'
import { type FakeAsaas, startFakeAsaas } from './fake-asaas.ts'

export const TAX_ID = '12.345.678/0001-95'

export interface ConnectedAsaas {
  app: TestApp
  asaas: FakeAsaas
  /** The address to which it reports the operator's payments. */
  callbackUrl: string
  /** Advances real time and starts due jobs. */
  pass(ms: number): void
  /** The same, and waits until they have ended, so that they do not pile up. */
  passed(ms: number): Promise<void>
  txidOf(referenceId: string): Promise<string>
  /** A recharge as its team sees it, once it has this status. */
  becomes(rechargeId: string, status: string): Promise<void>
}

export async function connectedAsaas(options: TestAppOptions = {}): Promise<ConnectedAsaas> {
  const wall: MovableClock = fixedClock(new Date('2026-11-16T12:00:00.000Z'))
  const asaas = await startFakeAsaas({ clock: wall })
  after(() => asaas.close())
  const settings = { PUBLIC_URL: 'https://embarque.example.test', ...options.settings }
  const app = await startApp({ ...options, wall, settings })
  const { world } = app.service
  for (const team of await listTeams(world.pool)) await updateAnyTeam(world, team.id, { tax_id: TAX_ID })
  const { callback_token } = await connectWalletBank(world, { provider: 'asaas', settings: asaas.settings })
  const pass = (ms: number) => {
    wall.advance(ms)
    world.jobsAdded()
  }
  return {
    app,
    asaas,
    callbackUrl: `${app.url}/callbacks/asaas/${callback_token}`,
    pass,
    async passed(ms) {
      pass(ms)
      await app.service.worker?.idle()
    },
    async txidOf(referenceId) {
      const sql = 'select txid from charges where reference_id = $1'
      return (await world.pool.query(sql, [referenceId])).rows[0].txid
    },
    async becomes(rechargeId, status) {
      await eventually(`${rechargeId} is ${status}`, async () => {
        const { body } = await app.live.get(`${RECHARGE}/${rechargeId}`)
        return body.data.status === status
      })
    },
  }
}
