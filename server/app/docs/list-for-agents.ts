// /llms.txt: what there is to read, for models that are handed an address and nothing else.

import { GUIDE_GROUPS } from './guides.ts'
import { firstSentence } from './render/first-sentence.ts'
import type { Searched } from './search-entries.ts'

export function listForAgents({ guides, tags }: Searched, address: string): string {
  const ofGuides = GUIDE_GROUPS.map(({ title, names }) => {
    const rows = names.map((name) => {
      const { title: page = name, lead = '' } = guides.get(name) ?? {}
      return `- [${page}](${address}/docs/${name}.md)${lead === '' ? '' : `: ${firstSentence(lead, 240)}`}`
    })
    return `## ${title}\n\n${rows.join('\n')}`
  })
  const rows = [...tags.values()].map(
    ({ name, endpoints }) =>
      `- ${name}: ${endpoints.map(({ method, path }) => `${method} ${path}`).join(', ')}`,
  )
  return `# Embarque

> A backend for travel agencies in Brazil: flight search, bookings, a prepaid wallet in BRL, invoices with PIX, and
> signed webhooks, behind one REST API at ${address}/api/v1.

Requests carry \`Authorization: Bearer sk_test_...\` (nothing is real) or \`sk_live_...\`. Writes may carry an
\`Idempotency-Key\`. The whole API is described in [OpenAPI 3.1](${address}/openapi.json).

Agents call it by the Model Context Protocol at ${address}/mcp ([tools](${address}/docs/mcp.md)); programs in JavaScript
and TypeScript by \`@embarque/sdk\` ([the SDK](${address}/docs/sdk.md)).

${ofGuides.join('\n\n')}

## Operations

${rows.join('\n')}
`
}
