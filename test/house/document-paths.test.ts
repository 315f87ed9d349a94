// Documents about the code name files that are there: a page that leads nowhere is worse than none.
import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { test } from 'node:test'
import { FLOORS } from './floors.ts'
import { projectFile, projectFiles } from './project-files.ts'

const PAGES = ['ARCHITECTURE.md', 'docs/how-it-works.md', 'docs/due-work.md', 'docs/decisions.md']
const AREAS = [...FLOORS, 'server', 'sdk', 'bench', 'scripts', 'test', 'docs', 'bin']
const paths = [...projectFiles().keys()]

for (const page of PAGES) {
  test(`the files that ${page} names exist`, () => {
    const named = pathsIn(projectFile(page))
    assert.ok(named.length > 1, `only ${named.length} files are named`)
    assert.deepEqual(named.filter((name) => !isThere(name)).toSorted(), [])
  })
}

test('links between documents lead somewhere', () => {
  const pages = paths.filter((path) => /^(?:[A-Z]+|docs\/[A-Za-z-]+)(?:\.pt-BR)?\.md$/.test(path))
  assert.ok(pages.length > 8, `only ${pages.length} pages`)
  const broken = pages.flatMap((page) =>
    [...projectFile(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
      .map(([, link = '']) => posix.join(posix.dirname(page), link))
      .filter((target) => !isThere(target))
      .map((target) => `${page}: ${target}`),
  )
  assert.deepEqual(broken, [])
})

test('the check bites', () => {
  assert.deepEqual(
    pathsIn('`wallet/ledger.ts` and `wallet/nowhere`, `a/b`, `GET /wallet`, `outside/banks/NAME/`'),
    ['wallet/ledger.ts', 'wallet/nowhere'],
  )
  assert.ok(isThere('wallet/ledger.ts') && isThere('wallet/ledger') && isThere('outside/banks/'))
  assert.ok(!isThere('wallet/nowhere'))
})

/** What stands between backticks and begins with a folder of the house; with a capital or a star it is only a form. */
function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([a-z][a-z0-9-]*(?:\/[a-z0-9.-]+)+\/?)`/g)].map(([, name = '']) => name)
  return [...new Set(quoted)].filter((name) => AREAS.includes(name.split('/')[0] ?? ''))
}

/** As it stands, below server/, and without its ending. */
function isThere(name: string): boolean {
  return paths.some((path) => {
    const short = path.replace(/^server\//, '')
    return [path, short].some(
      (known) =>
        known === name ||
        known.startsWith(name.endsWith('/') ? name : `${name}/`) ||
        known.replace(/\.\w+$/, '') === name,
    )
  })
}
