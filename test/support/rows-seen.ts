// Counts the rows of a table that statements read, by their plans.
import type { Queryable } from '../../server/kernel/db/db.ts'

interface Node {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

function readersOf(tables: readonly string[], { Plans = [], ...node }: Node): Node[] {
  const below = Plans.flatMap((plan) => readersOf(tables, plan))
  return tables.includes(node['Relation Name'] ?? '') ? [node, ...below] : below
}

/** The rows that were read, whether returned or not. */
const seenBy = (node: Node) =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']

/** Passes queries to the database, and counts the rows of these tables that each reads. */
export function countingRows(db: Queryable, tables: readonly string[]) {
  const readers: Node[] = []
  const counting: Queryable = {
    async query({ text, values = [] }) {
      const { rows } = await db.query({ text: `explain (analyze, format json) ${text}`, values })
      const [{ 'QUERY PLAN': plans }] = rows as [{ 'QUERY PLAN': [{ Plan: Node }] }]
      readers.push(...readersOf(tables, plans[0].Plan))
      return db.query({ text, values })
    },
  }
  return { counting, readers, seen: () => readers.reduce((sum, node) => sum + seenBy(node), 0) }
}
