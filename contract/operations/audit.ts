// Operations on the audit log, which nobody but the service writes.
import { list } from '../answers.ts'
import { AuditEntry, AuditQuery } from '../audit.ts'
import type { Operations } from '../operation.ts'

export const AUDIT_OPERATIONS = {
  'audit.list': {
    method: 'GET',
    path: '/api/v1/audit',
    access: 'audit.read',
    tag: 'Audit',
    summary: 'List the audit log',
    description:
      "Newest first: who did what to money, access, settings and records of the caller's team and mode, " +
      'and from where. ' +
      'Entries are written with the change itself, are never changed, and are chained by SHA-256. ' +
      'Movements of money are listed from the ledger of the wallet.',
    query: AuditQuery,
    answer: list(AuditEntry),
  },
} as const satisfies Operations
