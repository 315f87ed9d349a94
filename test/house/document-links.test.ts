// Links and pictures of documents lead somewhere, and every document can be reached from docs/README.md.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { test } from 'node:test'
import { projectFiles } from './project-files.ts'

const pages = new Map(
  [...projectFiles()].filter(([path]) =>
    /^(?:[A-Z]+|(?:panel|sdk)\/README|docs\/(?:internals\/)?[A-Za-z-]+)(?:\.pt-BR)?\.md$/.test(path),
  ),
)

function linksOf(page: string, text: string): string[] {
  return [...text.matchAll(/(?:\]\(|src=")(?!https?:|#|mailto:)([^)#\s"]+)/g)].map(([, link = '']) =>
    posix.join(posix.dirname(page), link),
  )
}

test('links between documents lead somewhere', () => {
  assert.ok(pages.size > 8, `only ${pages.size} pages`)
  const broken = [...pages].flatMap(([page, text]) =>
    linksOf(page, text)
      .filter((target) => !existsSync(new URL(`../../${target}`, import.meta.url)))
      .map((target) => `${page}: ${target}`),
  )
  assert.deepEqual(broken, [])
})

test('docs/README.md leads to every document', () => {
  const map = linksOf('docs/README.md', pages.get('docs/README.md') ?? '')
  const missing = [...pages.keys()].filter((path) => path.startsWith('docs/') && !map.includes(path))
  assert.deepEqual(missing, ['docs/README.md'])
})

test('documents that code, settings and recipes name exist', () => {
  const named = [...projectFiles()].flatMap(([path, text]) =>
    path.endsWith('.md')
      ? []
      : (text.match(/(?<!['`]\/)\bdocs\/[\w./-]+?\.md\b/g) ?? []).map((name) => ({ path, name })),
  )
  assert.ok(named.length > 20, `only ${named.length} were found`)
  const missing = named.filter(({ name }) => !existsSync(new URL(`../../${name}`, import.meta.url)))
  assert.deepEqual(missing, [])
})
