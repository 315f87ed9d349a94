// Rows of every table that a list reads, inserted in bulk: for the two measured teams by their size, for the
// others in the proportion of an agency's year.

/** One statement for each table. `share` is the number of rows of another team per event. */
interface Filling {
  readonly table: string
  readonly share: number
  readonly columns: string
  /** `t` is the team, `n` the number of the row, `at` its time: the year up to now, evenly. */
  readonly select: string
}

/** So many clients share all bookings, invoices and quotes: a hundredth each. */
const BUYERS = 100
const UUID = (kind: number) =>
  `(lpad(to_hex(t.number), 8, '0') || '-000${kind}-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
const BUYER =
  `(lpad(to_hex(t.number), 8, '0') || '-0001-7000-8000-' || ` +
  `lpad(to_hex(1 + n % least(${BUYERS}, t.clients)), 12, '0'))::uuid`
/** In the order of time over all teams, like ids. */
const ID = (prefix: string) =>
  `'${prefix}_0' || lpad((1000000000::bigint * n / s.many)::text, 10, '0') || lpad(t.number::text, 6, '0') ` +
  `|| lpad(n::text, 9, '0')`
const ITEMS = `'[{"id": "x", "description": "x", "quantity": "1", "unit_price": "150", "total_cents": "15000"}]'`
const PRICED = `${ITEMS}, 15000, 0, 0`
const SLICES = `'[{"segments":[{"departing_at":"2026-12-20T10:00:00"}],"more":"' || repeat('x', 3000) || '"}]'`
const CONTENT = `'{"more":"' || repeat('y', 1500) || '"}'`
const EVENT_TYPES = ['invoice.sent', 'invoice.paid', 'client.updated', 'wallet.credit', 'quote.sent']
const oneOf = (names: readonly string[]) =>
  `(array[${names.map((name) => `'${name}'`).join(', ')}])[1 + n % ${names.length}]`
const PAYLOAD =
  `'{"id":"' || ${ID('evt')} || '","type":"' || ${oneOf(EVENT_TYPES)} || '","api_version":"2025-01-01",` +
  `"created_at":"2026-01-01T00:00:00.000Z","data":{"object":{"id":"' || n || '","description":"' || ` +
  `repeat('x', 300) || '"}},"team_id":"' || t.team_id || '"}'`

const TABLES: readonly Filling[] = [
  {
    table: 'clients',
    share: 0.02,
    columns:
      'id, team_id, mode, client_type, full_name, email, cpf, is_active, search_text, search_tax_ids, match_key, ' +
      'created_at, updated_at',
    select: `${UUID(1)}, t.team_id, 'live', ${oneOf(['individual', 'company'])}, 'João Conceição ' || n,
      'cliente' || n || '@example.com', lpad(n::text, 11, '0'), n % 10 > 0,
      'joao conceicao ' || n || E'\\ncliente' || n || E'@example.com\\n', lpad(n::text, 11, '0') || E'\\n', 'x' || n,
      at, at`,
  },
  {
    table: 'bookings',
    share: 0.1,
    columns:
      'id, team_id, mode, type, status, client_id, offer_id, supplier, booking_reference, wallet_cents, ' +
      'client_cents, total_cents, base_cents, tax_cents, currency, rate, origin, destination, departure_date, ' +
      'airline, search_text, slices, documents, content, passengers, created_at, synced_at, simulated, ' +
      'payment_required_by, updated_at',
    select: `${ID('ord')}, t.team_id, 'live', 'hold',
      case when n > s.many * 0.99 then 'pending' else
        ${oneOf(['ticketed', 'ticketed', 'ticketed', 'cancelled', 'expired'])} end, ${BUYER}, 'off_x', 'simulated',
      'AB' || n, 100000, 100000, 100000, 90000, 10000, 'BRL', 1, 'GRU', 'SDU', (at + interval '30 days')::date,
      'LATAM', 'ab' || n || E'\\njoao conceicao ' || n, ${SLICES}, '[]', ${CONTENT}, '\\x', at, at,
      true, at + interval '10 days', at`,
  },
  {
    table: 'quotes',
    share: 0.02,
    columns:
      'id, team_id, mode, client_id, issue_date, status, items, subtotal_cents, discount_rate, discount_cents, ' +
      'total_cents, link_token, created_at, updated_at',
    select: `${UUID(2)}, t.team_id, 'live', ${BUYER}, at::date,
      ${oneOf(['draft', 'sent', 'accepted', 'declined', 'cancelled'])}, ${PRICED}, 15000,
      'q' || t.team_id || n, at, at`,
  },
  {
    table: 'recurring_invoices',
    share: 0.005,
    columns:
      'id, team_id, mode, client_id, name, frequency, billing_day, start_date, status, items, subtotal_cents, ' +
      'discount_rate, discount_cents, tax_rate, tax_cents, total_cents, auto_send, notify_on_generation, ' +
      'notify_client_before_due, reminder_days, anchor, effective_from, invoices_generated, created_at, updated_at',
    select: `${UUID(3)}, t.team_id, 'live', ${BUYER}, 'Mensalidade ' || n, 'monthly', 1, at::date,
      ${oneOf(['active', 'paused', 'cancelled', 'expired'])}, ${PRICED}, 0, 0, 15000, true, true, true, '{}',
      at::date, at::date, 0, at, at`,
  },
  {
    table: 'invoices',
    share: 0.05,
    columns:
      'id, team_id, mode, client_id, number_year, number_sequence, issue_date, due_date, status, payment_status, ' +
      'payment_status_is_set, items, subtotal_cents, discount_rate, discount_cents, tax_rate, tax_cents, ' +
      'total_cents, amount_paid_cents, link_token, created_at, updated_at',
    select: `${UUID(4)}, t.team_id, 'live', ${BUYER}, case when n % 4 > 0 then 2026 end, case when n % 4 > 0 then n end,
      at::date, at::date + 15, ${oneOf(['draft', 'sent', 'sent', 'cancelled'])},
      case when n % 8 = 1 then 'overdue' when n % 8 = 2 then 'paid' else 'pending' end, false, ${PRICED}, 0, 0, 15000,
      case when n % 8 = 2 then 15000 else 0 end, 'i' || t.team_id || n, at, at`,
  },
  {
    table: 'trips',
    share: 0.05,
    columns:
      'id, team_id, mode, number_year, number_sequence, title, has_own_title, client_id, seller_id, seller_name, ' +
      'travellers, starts_on, ends_on, cancelled, has_open, search_text, created_at, updated_at',
    select: `${ID('trip')}, t.team_id, 'live', 2026, n, 'Lisboa ' || n, true, ${BUYER}, 'usr_' || n % 10, 'Maria',
      '[{"id":"pax_1","full_name":"João Conceição","born_on":null,"client_id":null,"companion_id":null}]',
      case when n % 20 > 0 then (at + interval '7 days')::date end,
      case when n % 20 > 0 then (at + interval '14 days')::date end, n % 20 = 0, n % 10 = 0,
      '2026-' || n || E'\nlisboa ' || n || E'\njoao conceicao ' || n, at, at`,
  },
  {
    table: 'trip_items',
    share: 0.05,
    columns:
      'id, trip_id, team_id, mode, kind, status, description, currency, rate, cost_cents, price_cents, ' +
      'cost_brl_cents, price_brl_cents, collected_by, starts_at, ends_at, created_at, updated_at',
    select: `${ID('tri')}, ${ID('trip')}, t.team_id, 'live', 'lodging',
      case when n % 20 = 0 then 'cancelled' else 'confirmed' end, 'Hotel Avenida', 'BRL', 1, 10000, 15000, 10000,
      15000, 'agency', (at + interval '7 days')::date::text, (at + interval '14 days')::date::text, at, at`,
  },
  {
    table: 'trip_item_claims',
    share: 0.05,
    columns: 'trip_item_id, invoice_id, amount_cents, paid_cents, is_issued',
    select: `${ID('tri')}, ${UUID(4)}, case when n % 10 = 0 then 5000 else 15000 end, 0, true`,
  },
  {
    table: 'charges',
    share: 0.01,
    columns:
      'id, team_id, mode, provider, method, purpose, reference_id, txid, amount_cents, status, receiver_name, ' +
      'payer_name, link_token, expires_at, created_at, updated_at, simulated',
    select: `${ID('chg')}, t.team_id, 'live', 'simulated', 'pix', 'recharge', ${ID('rch')},
      'x' || t.number || 'n' || n, 10000,
      'abandoned', 'Agência', 'Agência', 'c' || t.team_id || n, at, at, at, true`,
  },
  {
    table: 'recharges',
    share: 0.01,
    columns:
      'id, team_id, mode, amount_cents, payment_method, status, charge_id, day, created_at, updated_at',
    select: `${ID('rch')}, t.team_id, 'live', 10000, 'pix', ${oneOf(['pending', 'expired', 'failed', 'cancelled'])},
      ${ID('chg')}, at::date, at, at`,
  },
  {
    table: 'wallet_lines',
    share: 0.2,
    columns:
      'wallet_id, seq, id, type, type_seq, amount_cents, balance_after_cents, credits, credits_cents, debits_cents, ' +
      'description, reference_type, reference_id, kind, created_at, account, version, hash, recorded_at, action, ' +
      'actor_type',
    select: `t.wallet_id, n, ${ID('txn')}, case when n % 4 = 0 then 'debit' else 'credit' end,
      case when n % 4 = 0 then n / 4 else n - n / 4 end, 100, (n - 2 * (n / 4)) * 100, n - n / 4, (n - n / 4) * 100,
      n / 4 * 100, 'Bench line', 'refund', ${ID('ord')}, 'bench', at, 'adjustment', 1,
      sha256(convert_to(n::text, 'UTF8')), at, 'bench', 'service'`,
  },
  {
    table: 'mails',
    share: 0.1,
    columns:
      'id, team_id, mode, key, to_address, subject, text, html, status, created_at, about_id, attempts, updated_at',
    select: `${ID('mail')}, t.team_id, 'live', 'bench ' || n, 'cliente' || n % 100 || '@example.com', 'Assunto',
      'Texto', '<p>Texto</p>', ${oneOf(['stored', 'waiting'])}, at, ${BUYER}::text, 1, at`,
  },
  {
    table: 'messages',
    share: 0.05,
    columns:
      'id, team_id, mode, key, kind, invoice_id, channel, to_address, text, status, created_at, updated_at',
    select: `${ID('msg')}, t.team_id, 'live', 'bench ' || n, 'sent', ${BUYER}, 'whatsapp', '+5511999990000', 'Texto',
      'stored', at, at`,
  },
  {
    table: 'audit_entries',
    share: 0.1,
    columns:
      'chain_id, seq, version, created_at, topic, action, actor_type, actor_id, object_id, changes, hash',
    select: `t.chain_id, n, 1, at, ${oneOf(['money', 'settings', 'access'])},
      ${oneOf(['bookings.create', 'keys.create', 'webhooks.update'])}, ${oneOf(['key', 'person'])},
      'key_' || n % 100, 'obj_' || n % 100, '[{"object":"api_key","id":"x"}]', sha256(convert_to(n::text, 'UTF8'))`,
  },
  {
    table: 'events',
    share: 1,
    columns: 'id, team_id, mode, sequence, type, payload, object_id, created_at',
    select: `${ID('evt')}, t.team_id, 'live', n, ${oneOf(EVENT_TYPES)}, ${PAYLOAD}, 'obj', at`,
  },
  {
    table: 'deliveries',
    share: 0.3,
    columns: 'id, webhook_id, event_id, type, status, attempts, last_attempt_at, created_at',
    select: `${ID('dlv')}, t.webhook_id, ${ID('evt')}, ${oneOf(EVENT_TYPES)},
      ${oneOf(['delivered', 'delivered', 'delivered', 'failed', 'skipped', 'delivered'])}, 1, at, at`,
  },
  {
    table: 'erasures',
    share: 0.001,
    columns: 'id, team_id, mode, client_id, erased_at, counts, completed_at, updated_at',
    select: `${ID('era')}, t.team_id, 'live', ${BUYER}, at, '{}', at, at`,
  },
]

/** Those whose objects have `metadata` and `external_reference`, each with one value a row. */
const REFERENCED = ['clients', 'bookings', 'quotes', 'recurring_invoices', 'invoices', 'recharges', 'trips']

export const FILLINGS: readonly Filling[] = TABLES.map((filling) =>
  REFERENCED.includes(filling.table)
    ? {
        ...filling,
        columns: `${filling.columns}, metadata, external_reference`,
        select: `${filling.select}, jsonb_build_object('order', n::text), 'ref-' || n`,
      }
    : filling,
)
