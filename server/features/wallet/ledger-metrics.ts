// The Prometheus metric of the ledger.
import { Gauge } from 'prom-client'
import { registry } from '../../kernel/process/metrics.ts'

export const ledgerFaults = new Gauge({
  name: 'embarque_ledger_faults',
  help: 'Wallets that differ from their last line; anything but 0 is an alarm',
  registers: [registry],
})
