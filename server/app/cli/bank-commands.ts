// The operator's banks from the command line, the only way in which a bank is trusted with the wallets of all teams.
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { BANK_NAMES, type BankName } from '../../../contract/banks.ts'
import { pixKeyOf } from '../../features/payments/banks.ts'
import { disconnectProvider } from '../../features/payments/providers.ts'
import { forgetSecrets } from '../../features/payments/providers.ts'
import { findAnyProvider, type ProviderRow } from '../../features/payments/provider-store.ts'
import { callbackUrl } from '../../features/payments/providers.ts'
import { providersWithSecrets } from '../../features/payments/provider-store.ts'
import { connectWalletBank, disconnectWalletBank } from '../../features/payments/wallet-banks.ts'
import { scopeOf, type World } from '../../features/world.ts'
import { ownerOfRow } from '../../kernel/outbox/owner.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { parseReceiverUrl } from '../../kernel/values/receiver-url.ts'
import { sayTable, type Terminal } from './terminal.ts'
import { withWorld } from './with-world.ts'

type NewBank = Partial<Record<'bank' | 'settings' | 'name' | 'profile', string>>

export async function connectBankCommand(values: NewBank, terminal: Terminal): Promise<void> {
  const provider = bankOfName(values.bank)
  const { profile } = values
  const inFile = await settingsIn(values.settings ?? failField('--settings', 'must name a file'))
  const settings = { ...inFile, ...(profile !== undefined && { profile }) }
  await withWorld(terminal, async (world) => {
    const bank = await connectWalletBank(world, { provider, name: values.name, settings })
    terminal.say(
      `Bank ${bank.id} (${bank.name}) is connected for the wallets of all teams.\n${tellingOf(world, bank)}`,
      { id: bank.id, name: bank.name, callbacks: bank.callbacks, callback_url: callbackUrl(world, bank) },
    )
  })
}

/** A bank is only asked to call an address that is https; whether it agreed is another matter. */
function tellingOf(world: World, bank: ProviderRow): string {
  const url = callbackUrl(world, bank)
  if (bank.callbacks) return `It tells of payments at ${url}.`
  const reason =
    parseReceiverUrl(url) === null
      ? `It was not asked to tell of payments at ${url}, which is not https: set PUBLIC_URL and connect it anew`
      : `It did not agree to tell of payments at ${url}, and the running service asks it again`
  return `${reason}. Every five minutes it is asked what came in.`
}

export async function listBanksCommand(terminal: Terminal): Promise<void> {
  await withWorld(terminal, async ({ pool }) => {
    const body = (await providersWithSecrets(pool)).map((bank) => [
      bank.id,
      bank.purpose,
      bank.team_id ?? 'the operator',
      bank.provider,
      bank.name,
      pixKeyOf(bank) ?? '',
      stateOf(bank),
    ])
    sayTable(terminal, ['id', 'for', 'of', 'bank', 'name', 'PIX key', 'state'], body)
  })
}

export async function disconnectBankCommand(id: string, forget: boolean, terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const bank = await disconnectAny(world, id, forget)
    const rest = forget
      ? 'Its secrets are forgotten: what it still collects is not seen any more.'
      : 'What it was asked to collect before is still looked after.'
    terminal.say(`Bank ${bank.id} (${bank.name}) is disconnected. ${rest}`, {
      id: bank.id,
      name: bank.name,
      forgotten: forget,
    })
  })
}

/** A team's own too: somebody has to be able to, where the team cannot. */
async function disconnectAny(world: World, id: string, forget: boolean): Promise<ProviderRow> {
  const bank = (await findAnyProvider(world.pool, id)) ?? fail('payment_provider_not_found')
  const { team_id, mode, disconnected_at } = bank
  if (team_id === null) return disconnectWalletBank(world, id, forget)
  const scope = await scopeOf(world, ownerOfRow({ team_id, mode }))
  if (disconnected_at === null) await disconnectProvider(world, scope, id)
  if (forget) await transaction(world, scope, (tx) => forgetSecrets(tx, bank))
  return bank
}

function stateOf({ disconnected_at, connected_at, simulated }: ProviderRow): string {
  if (disconnected_at !== null) return `disconnected ${isoTimestamp(disconnected_at)}`
  const since = `connected ${isoTimestamp(connected_at)}`
  return simulated ? `${since} outside production` : since
}

function bankOfName(name: string | undefined): BankName {
  return (
    BANK_NAMES.find((known) => known === name) ??
    failField('--bank', `must be one of ${BANK_NAMES.join(', ')}`)
  )
}

const FILE_SUFFIX = '_file'

/** JSON with the bank's settings; `certificate_file` names a file beside it that holds the `certificate`, and so on. */
async function settingsIn(path: string): Promise<Record<string, unknown>> {
  const text = await readFile(path, 'utf8').catch((error: Error) => failField('--settings', error.message))
  const given = parsed(text)
  const settings: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    if (!name.endsWith(FILE_SUFFIX)) settings[name] = value
    else
      settings[name.slice(0, -FILE_SUFFIX.length)] = await readFile(
        resolve(dirname(path), String(value)),
        'utf8',
      ).catch((error: Error) => failField(`--settings ${name}`, error.message))
  }
  return settings
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Told below, without what may be a secret.
  }
  return failField('--settings', 'must be a file with one JSON object')
}
