// Connects a team to its own bank, by which its clients pay it. The bank is asked first, so that wrong credentials are
// found now and not at the first payment; and the team gets a mail, in case somebody else did it with its key.
import { SIMULATED } from '../../../contract/banks.ts'
import { PAYMENT_PROVIDERS_MAX } from '../../../contract/limits.ts'
import type { PaymentProviderInput, PaymentProviderView } from '../../../contract/payments.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { refuseBeyond } from '../../kernel/outbox/refuse-beyond.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { emit } from '../events/emit.ts'
import type { World } from '../world.ts'
import { methodsOf } from './bank-of.ts'
import { prepareProvider } from './prepare-provider.ts'
import { findProvider, insertProvider, listProviders, lockProviders, makeDefault } from './provider-store.ts'
import { integrationView, providerChange, providerView } from './provider-view.ts'
import { RECONCILE_EVERY_MS, reconcileKey } from './reconcile-schedule.ts'
import { isCallable, scheduleRegistration } from './register-callbacks.ts'
import { tellTeam } from './tell-team.ts'
import * as work from './work.ts'

export async function connectProvider(
  world: World,
  scope: Scope,
  input: PaymentProviderInput,
): Promise<PaymentProviderView> {
  const prepared = await prepareProvider(world, scope.owner, input)
  const { id } = prepared
  return transaction(world, scope, async (tx) => {
    await lockProviders(tx)
    await refuseBeyond(tx, {
      most: PAYMENT_PROVIDERS_MAX,
      what: 'payment providers',
      count: async () => (await listProviders(tx, tx.owner)).length,
    })
    await insertProvider(tx, {
      ...prepared,
      team_id: tx.owner.teamId,
      mode: tx.owner.mode,
      purpose: 'invoices',
      reconciled_until: tx.now,
      connected_at: tx.now,
      disconnected_at: null,
    })
    await makeDefault(tx, id, methodsOf(prepared), input.is_default === true)
    if (prepared.provider !== SIMULATED) {
      const at = new Date(tx.now.getTime() + RECONCILE_EVERY_MS)
      schedule(tx, work.reconcileProvider, { at, key: reconcileKey(id, at), payload: { providerId: id } })
    }
    if (isCallable(world, prepared)) scheduleRegistration(tx, id, id)
    schedule(tx, work.chargeInvoices, { at: tx.now, key: id, payload: null })
    const provider = (await findProvider(tx, tx.owner, id)) ?? fail('payment_provider_not_found')
    record(tx, providerChange(null, provider))
    emit(tx, 'integration.connected', integrationView(provider))
    tellTeam(tx, id, 'connected')
    return providerView(world, provider)
  })
}
