// What the search of the documents looks through: each section of a guide and each operation, as
// [title, page, path, text].
import type { Guide } from './render/markdown.ts'
import { anchorOf, type Tag } from './render/openapi.ts'

type Entry = readonly [title: string, page: string, path: string, text: string]

/** Enough to find it by; the page has the rest. */
const TEXT_MAX = 600

export interface Searched {
  readonly guides: ReadonlyMap<string, Guide>
  readonly tags: ReadonlyMap<string, Tag>
}

export function searchEntries({ guides, tags }: Searched): Entry[] {
  const ofGuides = [...guides].flatMap(([name, { title, opening, sections }]): Entry[] => [
    [title, 'Guide', `/docs/${name}`, opening.slice(0, TEXT_MAX)],
    ...sections.map((section): Entry => {
      const path = `/docs/${name}#${section.anchor}`
      return [section.title, title, path, section.text.slice(0, TEXT_MAX)]
    }),
  ])
  const ofOperations = [...tags].flatMap(([slug, { name, endpoints }]) =>
    endpoints.map((endpoint): Entry => {
      const { method, path, summary = path, description = '' } = endpoint
      const text = `${endpoint.operationId ?? ''} ${description}`.slice(0, TEXT_MAX)
      return [summary, `${name}: ${method} ${path}`, `/docs/reference/${slug}#${anchorOf(endpoint)}`, text]
    }),
  )
  return [...ofGuides, ...ofOperations]
}
