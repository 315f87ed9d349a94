// Checks a downloaded statement of a wallet without trusting whoever wrote it: every line against the hash of the
// chain, every balance against the lines. It needs Node and nothing else. docs/ledger.md describes the format.
//
//   node verify-statement.mjs STATEMENT HEAD [HEAD...]
//
// STATEMENT is the file from GET /api/v1/wallet/statement. Each HEAD is `lines:hash` from a mail, or a file with the
// answer of GET /api/v1/wallet/proof; one that was kept from earlier proves the lines that there were then.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { argv, exit, stderr, stdout } from 'node:process'

const NAMES_OF_VERSION = {
  1: [
    'version',
    'number',
    'id',
    'created_at',
    'type',
    'amount_cents',
    'balance_after_cents',
    'account',
    'reference_type',
    'reference_id',
    'kind',
    'payment_method',
    'simulated',
    'description',
    'recorded_at',
    'action',
    'actor_type',
    'actor_id',
    'actor_name',
    'request_id',
  ],
}

class Wrong extends Error {}

function demand(condition, message) {
  if (!condition) throw new Wrong(message)
}

/** `6:9f86d0...`, or a file with the JSON of a proof, with or without its envelope. */
function readHead(text) {
  const short = /^(\d+):([0-9a-f]{64})$/.exec(text.trim())
  if (short !== null) return { lines: Number(short[1]), hash: short[2] }
  demand(existsSync(text), `"${text}" is neither lines:hash nor a file`)
  const content = JSON.parse(readFileSync(text, 'utf8'))
  const { lines, hash, last_transaction_id, balance, team_id, mode } = content.data ?? content
  demand(Number.isSafeInteger(lines) && /^[0-9a-f]{64}$/.test(hash), `${text} holds no proof`)
  return { lines, hash, last_transaction_id, balance, team_id, mode }
}

function sha256(...parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

function readGenesis(text) {
  const [name, version, team_id, mode, ...rest] = text.split('\t')
  demand(name === 'embarque-ledger' && rest.length === 0, 'this is no statement of a wallet')
  demand(version === '1', `the statement has version ${version}; get a newer verifier`)
  return { team_id, mode }
}

function readLine(text, number) {
  const values = text.split('\t')
  const names = NAMES_OF_VERSION[values[0]]
  demand(names !== undefined, `line ${number} has version ${values[0]}; get a newer verifier`)
  demand(
    values.length === names.length,
    `line ${number} has ${values.length} fields instead of ${names.length}`,
  )
  return Object.fromEntries(names.map((name, index) => [name, values[index]]))
}

/** What follows from the lines themselves, independent of their hashes. */
function follow(wallet, line, number) {
  demand(line.number === String(number), `line ${number} is numbered ${line.number}`)
  demand(line.created_at >= wallet.at, `line ${number} is older than the one before it`)
  demand(/^[1-9]\d*$/.test(line.amount_cents), `line ${number} has no amount`)
  demand(line.type === 'credit' || line.type === 'debit', `line ${number} is neither credit nor debit`)
  const amount = BigInt(line.amount_cents)
  wallet.sum += line.type === 'credit' ? amount : -amount
  const balance = wallet.mode === 'live' ? wallet.sum : BigInt(line.balance_after_cents)
  demand(
    line.balance_after_cents === String(balance),
    `the balance after line ${number} is not that of its lines`,
  )
  wallet.at = line.created_at
  wallet.balance = balance
  wallet.id = line.id
}

function amountText(cents) {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function hold(head, wallet, hash, number) {
  demand(head.hash === hash.toString('hex'), `up to line ${number} this is not the ledger that was proved`)
  const known = (value) => value !== undefined && value !== null
  demand(!known(head.team_id) || head.team_id === wallet.team_id, 'the proof is about another team')
  demand(!known(head.mode) || head.mode === wallet.mode, 'the proof is about another mode')
  if (number === 0) return
  const last = head.last_transaction_id
  demand(!known(last) || last === wallet.id, `the proof names ${last} as line ${number}, not ${wallet.id}`)
  // In test mode the balance is fictitious, and may be set.
  const isHeld = known(head.balance) && wallet.mode === 'live'
  demand(
    !isHeld || head.balance === amountText(wallet.balance),
    `the proof has another balance at line ${number}`,
  )
}

/** Split by line feeds only, and as bytes: lines must not depend on decoding. */
async function* linesOf(file) {
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(file)) {
    rest = Buffer.concat([rest, chunk])
    let start = 0
    for (let end = rest.indexOf(10, start); end !== -1; end = rest.indexOf(10, start)) {
      yield rest.subarray(start, end)
      start = end + 1
    }
    rest = rest.subarray(start)
  }
  demand(rest.length === 0, 'the statement breaks off in the middle of a line')
}

async function verify(file, heads) {
  demand(existsSync(file), `there is no file ${file}`)
  const open = new Set(heads)
  let wallet
  let hash
  let number = 0
  for await (const bytes of linesOf(file)) {
    const text = bytes.toString('utf8')
    if (wallet === undefined) {
      wallet = { ...readGenesis(text), sum: 0n, balance: 0n, at: '', id: undefined }
      hash = sha256(bytes)
    } else {
      number++
      hash = sha256(hash, bytes)
      follow(wallet, readLine(text, number), number)
    }
    for (const head of open) {
      if (head.lines !== number) continue
      hold(head, wallet, hash, number)
      open.delete(head)
    }
  }
  demand(wallet !== undefined, 'the statement is empty')
  for (const head of open)
    demand(false, `the proof is of ${head.lines} lines, and the statement ends at ${number}`)
  return { ...wallet, number, hash: hash.toString('hex') }
}

try {
  const [file, ...heads] = argv.slice(2)
  demand(file !== undefined && heads.length > 0, 'usage: node verify-statement.mjs STATEMENT HEAD [HEAD...]')
  const { team_id, mode, number, hash, balance } = await verify(file, heads.map(readHead))
  const held = heads.length === 1 ? 'the proof holds' : `all ${heads.length} proofs hold`
  const counted = number === 1 ? '1 line' : `${number} lines`
  stdout.write(`${held}: ${team_id} ${mode}, ${counted}, balance ${amountText(balance)}\n${number}:${hash}\n`)
} catch (error) {
  if (!(error instanceof Wrong)) throw error
  stderr.write(`WRONG: ${error.message}\n`)
  exit(1)
}
