// The Prometheus metrics of the archive: how much would be lost with this machine.
import { Gauge } from 'prom-client'
import { registry } from '../../process/metrics.ts'

const ageOf = (what: string, help: string) =>
  new Gauge({ name: `embarque_${what}_age_seconds`, help, registers: [registry] })

export const archiveAge = ageOf(
  'archive',
  'Since the last segment of the database log was archived; 0 without BACKUP_DIR',
)

export const baseBackupAge = ageOf(
  'base_backup',
  'Since the last base backup was whole; 0 without BACKUP_DIR',
)
