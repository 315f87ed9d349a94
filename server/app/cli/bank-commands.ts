// The operator's banks on the command line: the only way to add a bank for the wallets of all teams.
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { BANK_NAMES, type BankName, type ProviderPurpose } from '../../../contract/payment-providers.ts'
import type { Phrase } from '../../../contract/phrases/phrase.ts'
import type { HeldReason, HeldStatus } from '../../../contract/wallet.ts'
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
import { transaction } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { formatAmount, formatBrl } from '../../kernel/values/money.ts'
import { ownerOfRow } from '../../kernel/values/owner.ts'
import { firstPage } from '../../kernel/values/pages.ts'
import { moveBy } from '../../kernel/values/state-table.ts'
import { parseReceiverUrl } from '../../kernel/values/urls.ts'
import { refuseArgument } from './failures.ts'
import { MODE_NAMES, oneOf } from './key-commands.ts'
import { type Cell, joined, same, sayTable, type Terminal } from './terminal.ts'
import { withWorld } from './with-world.ts'

type NewBank = Partial<Record<'bank' | 'settings' | 'name' | 'profile', string>>

export async function connectBankCommand(values: NewBank, terminal: Terminal): Promise<void> {
  const provider = bankOfName(values.bank)
  const { profile } = values
  const inFile = await settingsIn(
    values.settings ?? refuseArgument('--settings', ['must name a file', 'informe um arquivo.']),
  )
  const settings = { ...inFile, ...(profile !== undefined && { profile }) }
  await withWorld(terminal, async (world) => {
    const bank = await connectWalletBank(world, { provider, name: values.name, settings })
    const text: Phrase = [
      `Bank ${bank.id} (${bank.name}) is connected for the wallets of all teams.`,
      `O banco ${bank.id} (${bank.name}) está conectado para as carteiras de todas as agências.`,
    ]
    terminal.say(joined([text, callbackNote(world, bank)]), {
      id: bank.id,
      name: bank.name,
      callbacks: bank.callbacks,
      callback_url: callbackUrl(world, bank),
    })
  })
}

/** A bank is only asked to call an https address; it may still refuse. */
function callbackNote(world: World, bank: ProviderRow): Phrase {
  const url = callbackUrl(world, bank)
  if (bank.callbacks) return [`It reports payments to ${url}.`, `Ele avisa dos pagamentos em ${url}.`]
  const reason: Phrase =
    parseReceiverUrl(url) === null
      ? [
          `It sends no notices of payments to ${url}, which is not https: set PUBLIC_URL and connect it again.`,
          `Ele não avisa dos pagamentos em ${url}, que não é https: defina PUBLIC_URL e conecte-o novamente.`,
        ]
      : [
          `It did not agree to report payments to ${url}, and the running service asks it again.`,
          `Ele não aceitou avisar dos pagamentos em ${url}, e o serviço em execução pede de novo.`,
        ]
  const meanwhile: Phrase = [
    'Every five minutes the service asks it for payments.',
    'A cada cinco minutos, o serviço consulta o que entrou.',
  ]
  return joined([reason, meanwhile], ' ')
}

export async function listBanksCommand(terminal: Terminal): Promise<void> {
  await withWorld(terminal, async ({ pool }) => {
    const body = (await providersWithSecrets(pool)).map((bank): Cell[] => [
      bank.id,
      PURPOSES[bank.purpose],
      bank.team_id ?? ['the operator', 'o administrador'],
      bank.provider,
      bank.name,
      pixKeyOf(bank) ?? '',
      stateOf(bank),
    ])
    sayTable(terminal, BANK_HEAD, body)
  })
}

const PURPOSES: Readonly<Record<ProviderPurpose, Phrase>> = {
  invoices: ['invoices', 'faturas'],
  wallet: ['wallet', 'carteira'],
}

const BANK_HEAD: readonly Phrase[] = [
  ['id', 'id'],
  ['for', 'para'],
  ['of', 'de'],
  ['bank', 'banco'],
  ['name', 'nome'],
  ['Pix key', 'chave Pix'],
  ['state', 'situação'],
]

export async function disconnectBankCommand(id: string, forget: boolean, terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const bank = await disconnectAny(world, id, forget)
    const head: Phrase = [
      `Bank ${bank.id} (${bank.name}) is disconnected.`,
      `O banco ${bank.id} (${bank.name}) foi desconectado.`,
    ]
    const rest: Phrase = forget
      ? [
          'Its secrets are forgotten: what it still collects is not seen any more.',
          'Os segredos dele foram apagados: o que ele ainda receber não será mais visto.',
        ]
      : [
          'What it was asked to collect before is still looked after.',
          'As cobranças feitas antes continuam acompanhadas.',
        ]
    terminal.say(joined([head, rest], ' '), {
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

function stateOf({ disconnected_at, connected_at, simulated }: ProviderRow): Phrase {
  if (disconnected_at !== null) {
    const until = isoTimestamp(disconnected_at)
    return [`disconnected ${until}`, `desconectado em ${until}`]
  }
  const since = isoTimestamp(connected_at)
  return simulated
    ? [`connected ${since} outside production`, `conectado em ${since} fora da produção`]
    : [`connected ${since}`, `conectado em ${since}`]
}

function bankOfName(name: string | undefined): BankName {
  return BANK_NAMES.find((known) => known === name) ?? refuseArgument('--bank', oneOf(BANK_NAMES))
}

const FILE_SUFFIX = '_file'

/**
 * JSON with the bank's settings; `certificate_file` names a file beside it with the `certificate`, and so on.
 */
async function settingsIn(path: string): Promise<Record<string, unknown>> {
  const text = await readFile(path, 'utf8').catch((error: Error) =>
    refuseArgument('--settings', same(error.message)),
  )
  const given = parsed(text)
  const settings: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    if (!name.endsWith(FILE_SUFFIX)) settings[name] = value
    else
      settings[name.slice(0, -FILE_SUFFIX.length)] = await readFile(
        resolve(dirname(path), String(value)),
        'utf8',
      ).catch((error: Error) => refuseArgument(`--settings ${name}`, same(error.message)))
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
  return refuseArgument('--settings', [
    'must be a file with one JSON object',
    'informe um arquivo com um objeto JSON.',
  ])
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
    refuseArgument('--refuse', ['cannot be given together with --accept', 'não combina com --accept.'])
  if (accept !== undefined) return decide(accept, 'accept', terminal)
  if (refuse !== undefined) return decide(refuse, 'refuse', terminal)
  await withWorld(terminal, async ({ pool }) => {
    const { items: found } = await listHeldPayments(pool, all, firstPage(1_000))
    const body = found.map((held): Cell[] => [
      held.id,
      held.team_id,
      MODE_NAMES[held.mode],
      held.recharge_id,
      [formatAmount(held.amount_cents), formatBrl(held.amount_cents)],
      REASONS[held.reason],
      held.payment_id,
      isoTimestamp(held.paid_at),
      HELD[held.status],
    ])
    sayTable(terminal, HELD_HEAD, body, ['No payment is held.', 'Nenhum pagamento está retido.'])
  })
}

const HELD_HEAD: readonly Phrase[] = [
  ['id', 'id'],
  ['team', 'agência'],
  ['mode', 'ambiente'],
  ['recharge', 'recarga'],
  ['amount', 'valor'],
  ['reason', 'motivo'],
  ['payment at the bank', 'pagamento no banco'],
  ['paid', 'pago em'],
  ['status', 'situação'],
]

const HELD: Readonly<Record<HeldStatus, Phrase>> = {
  held: ['held', 'retido'],
  accepted: ['accepted', 'aceito'],
  refused: ['refused', 'recusado'],
}

const REASONS: Readonly<Record<HeldReason, Phrase>> = {
  exceeds_amount: ['exceeds_amount', 'acima do valor'],
  exceeds_day_limit: ['exceeds_day_limit', 'acima do limite do dia'],
  untrusted_bank: ['untrusted_bank', 'banco não aceito'],
}

async function decide(id: string, decision: HeldTrigger, terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const { held, changed } = await reviewHeldPayment(world, id, decision)
    const amount = formatAmount(held.amount_cents)
    const brl = formatBrl(held.amount_cents)
    const result = { id, amount, status: held.status, changed }
    if (!changed) {
      const text: Phrase = [
        `Payment ${id} of ${amount} was ${held.status} before; nothing was changed.`,
        `O pagamento ${id}, de ${brl}, já estava ${HELD[held.status][1]}; nada foi alterado.`,
      ]
      terminal.say(text, result)
      return terminal.endWith(held.status === moveBy(HELD_MOVES, decision).to ? 0 : 1)
    }
    const text: Phrase = isCredited(held)
      ? [`Payment ${id} of ${amount} is credited.`, `O pagamento ${id}, de ${brl}, foi creditado.`]
      : [
          `Payment ${id} of ${amount} is refused: give it back to its payer at the bank.`,
          `O pagamento ${id}, de ${brl}, foi recusado: devolva-o ao pagador no banco.`,
        ]
    terminal.say(text, result)
  })
}
