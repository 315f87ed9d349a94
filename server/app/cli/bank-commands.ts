// The operator's banks on the command line: the only way to add a bank for the wallets of all teams.
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { BANK_NAMES, type BankName } from '../../../contract/payment-providers.ts'
import { pixKeyOf } from '../../features/payments/banks.ts'
import { callbackUrl } from '../../features/payments/callback-url.ts'
import {
  findAnyProvider,
  type ProviderRow,
  providersWithSecrets,
} from '../../features/payments/provider-store.ts'
import { disconnectProvider, forgetSecrets } from '../../features/payments/providers.ts'
import { connectWalletBank, disconnectWalletBank } from '../../features/payments/wallet-banks.ts'
import { listHeldPayments } from '../../features/wallet/held-payments.ts'
import { reviewHeldPayment } from '../../features/wallet/recharge-payments.ts'
import { HELD_MOVES, type HeldTrigger, isCredited } from '../../features/wallet/states.ts'
import { scopeOf, type World } from '../../features/world.ts'
import { ownerOfRow, transaction } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { firstPage } from '../../kernel/values/pages.ts'
import { moveBy } from '../../kernel/values/state-table.ts'
import { parseReceiverUrl } from '../../kernel/values/urls.ts'
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
      `Bank ${bank.id} (${bank.name}) is connected for the wallets of all teams.\n${callbackNote(world, bank)}`,
      { id: bank.id, name: bank.name, callbacks: bank.callbacks, callback_url: callbackUrl(world, bank) },
    )
  })
}

/** A bank is only asked to call an https address; it may still refuse. */
function callbackNote(world: World, bank: ProviderRow): string {
  const url = callbackUrl(world, bank)
  if (bank.callbacks) return `It reports payments to ${url}.`
  const reason =
    parseReceiverUrl(url) === null
      ? `It sends no notices of payments to ${url}, which is not https: set PUBLIC_URL and connect it again`
      : `It did not agree to report payments to ${url}, and the running service asks it again`
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

/** Disconnects a team's own bank too, if the team cannot. */
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

/**
 * JSON with the bank's settings; `certificate_file` names a file beside it with the `certificate`, and so on.
 */
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
    // Reported below, without possible secrets.
  }
  return failField('--settings', 'must be a file with one JSON object')
}

// Held payments on the command line: unexpected payments are reviewed, and accepted or refused.

interface Review {
  all?: boolean
  accept?: string
  refuse?: string
}

export async function reviewPaymentsCommand(review: Review, terminal: Terminal): Promise<void> {
  const { accept, refuse, all = false } = review
  if (accept !== undefined && refuse !== undefined)
    failField('--refuse', 'cannot be given together with --accept')
  if (accept !== undefined) return decide(accept, 'accept', terminal)
  if (refuse !== undefined) return decide(refuse, 'refuse', terminal)
  await withWorld(terminal, async ({ pool }) => {
    const { items: found } = await listHeldPayments(pool, all, firstPage(1_000))
    const body = found.map((held) => [
      held.id,
      held.team_id,
      held.mode,
      held.recharge_id,
      formatAmount(held.amount_cents),
      held.reason,
      held.payment_id,
      isoTimestamp(held.paid_at),
      held.status,
    ])
    const head = [
      'id',
      'team',
      'mode',
      'recharge',
      'amount',
      'reason',
      'payment at the bank',
      'paid',
      'status',
    ]
    sayTable(terminal, head, body, 'No payment is held.')
  })
}

async function decide(id: string, decision: HeldTrigger, terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const { held, changed } = await reviewHeldPayment(world, id, decision)
    const amount = formatAmount(held.amount_cents)
    const result = { id, amount, status: held.status, changed }
    if (!changed) {
      terminal.say(`Payment ${id} of ${amount} was ${held.status} before; nothing was changed.`, result)
      return terminal.endWith(held.status === moveBy(HELD_MOVES, decision).to ? 0 : 1)
    }
    const what = isCredited(held) ? 'is credited' : 'is refused: give it back to its payer at the bank'
    terminal.say(`Payment ${id} of ${amount} ${what}.`, result)
  })
}
