// Which documents the service shows, in which order. They are the files of docs/ themselves.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_DIR } from '../../kernel/process/project.ts'

export interface GuideGroup {
  readonly title: string
  readonly names: readonly string[]
}

export const GUIDE_GROUPS: readonly GuideGroup[] = [
  { title: 'Begin', names: ['quickstart', 'quickstart.pt-BR', 'surprises', 'keys', 'sandbox', 'errors'] },
  {
    title: 'Integrate',
    names: [
      'bookings',
      'pricing',
      'wallet',
      'ledger',
      'invoicing',
      'webhooks-first-steps',
      'webhooks',
      'events',
      'stream',
      'sdk',
      'mcp',
      'search',
      'reports',
      'mails',
      'permissions',
    ],
  },
  {
    title: 'Run',
    names: [
      'going-live',
      'deploying',
      'operations',
      'settings',
      'command-line',
      'banks',
      'asaas',
      'team',
      'people',
      'second-factors',
      'security',
      'security-roles',
      'privacy',
      'supply',
    ],
  },
]

export const GUIDE_NAMES: readonly string[] = GUIDE_GROUPS.flatMap(({ names }) => names)

export function readGuide(name: string): string {
  return readFileSync(join(PROJECT_DIR, 'docs', `${name}.md`), 'utf8')
}

/** These documents, as who reads them in the repository has them on a new service. */
const USUAL_PAGES = 'http://127.0.0.1:3000/docs'

/** A link between the documents leads on here; one to a file that is only in the repository leads nowhere. */
export function linkOfGuide(href: string): string | null {
  if (href.startsWith(USUAL_PAGES)) return href.slice(href.indexOf('/docs'))
  if (/^(?:https?:|#)/.test(href)) return href
  const [, name = '', anchor = ''] = /^([\w.-]+)\.md(#.*)?$/.exec(href) ?? []
  return GUIDE_NAMES.includes(name) ? `/docs/${name}${anchor}` : null
}
