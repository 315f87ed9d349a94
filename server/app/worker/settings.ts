// The setting for a process's role: API, worker, or both.
import { oneOf, setting, type ValuesOf } from '../../kernel/process/settings.ts'

export const WORKER_SETTINGS = {
  role: setting('ROLE', 'all', oneOf('all', 'api', 'worker'), '`api` answers requests, `worker` runs jobs'),
} as const

export type WorkerConfig = ValuesOf<typeof WORKER_SETTINGS>
