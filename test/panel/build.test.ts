// Tests one build of the panel: it fits its size budgets, contains no forbidden code, and its page has no inline
// script.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { buildPanel } from '../../panel/build/build-panel.ts'
import type { BuiltFile } from '../../panel/build/built-file.ts'
import { SCREEN_ROWS } from '../../panel/main/screens.ts'

const START_MAX = 132_000
const SCREEN_MAX = 40_000
/** A developer page with every component. */
const UNBOUND = ['screens/gallery/gallery.tsx']

// As in the service's build: Vite chooses the React build by this variable alone.
process.env.NODE_ENV = 'production'
after(() => delete process.env.NODE_ENV)
const files = new Map((await buildPanel()).map((file) => [file.name, file]))
const sizes = new Map([...files].map(([name, { bytes }]) => [name, gzipSync(bytes, { level: 9 }).length]))
const screenFiles = new Set(SCREEN_ROWS.map(({ file }) => file))
const page = files.get('index.html')?.bytes.toString() ?? ''
const chunkOf = (source: string) => [...files.values()].find(({ of }) => of === source) ?? assert.fail(source)
/** The page's own script and the start chunk import each other. */
const start = chunkOf('main/start.tsx')
assert.ok(withImports(start).has(chunkOf('index.html').name))

/** A chunk and all its static imports. */
function withImports({ name, imports }: BuiltFile, seen = new Set<string>()): Set<string> {
  seen.add(name)
  for (const other of imports) {
    const file = files.get(other)
    if (file !== undefined && !seen.has(other)) withImports(file, seen)
  }
  return seen
}

const total = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0)

test(`the start is at most ${START_MAX} bytes of compressed script`, (t) => {
  const size = total(withImports(start))
  t.diagnostic(`${size} bytes`)
  assert.ok(size > 60_000 && size <= START_MAX, `${size} bytes`)
})

test(`each screen adds at most ${SCREEN_MAX} bytes`, (t) => {
  const known = withImports(start)
  // Code that a screen loads on demand has a budget of its own.
  const screens = [...files.values()].filter(({ of }) => of !== null && screenFiles.has(of))
  assert.ok(screens.length > 25, `only ${screens.length} screens`)
  for (const screen of screens) {
    const size = total([...withImports(screen)].filter((name) => !known.has(name)))
    if (size > 10_000) t.diagnostic(`${screen.of}: ${size} bytes`)
    if (!UNBOUND.includes(screen.of ?? '')) assert.ok(size <= SCREEN_MAX, `${screen.of}: ${size} bytes`)
  }
})

test('no schemas, no eval, no inline code, no other hosts', () => {
  const scripts = [...files.values()].filter(({ name }) => name.endsWith('.js'))
  for (const { name, bytes } of scripts) {
    const text = bytes.toString()
    assert.doesNotMatch(text, /\beval\(|new Function\(/, name)
    assert.doesNotMatch(text, /~kind|TypeBox/, name)
  }
  assert.doesNotMatch(page, /<style|style="|<script(?![^>]*src=)|https?:/)
  assert.match(page, /<link rel="manifest"/)
})

test('the page of each screen preloads all its files, and sign-in pages are marked before any script runs', () => {
  const pageOf = (name: string) => files.get(`pages/${name}.html`)?.bytes.toString() ?? assert.fail(name)
  for (const { path, file: source } of SCREEN_ROWS) {
    const named = pageOf(path === '/' ? 'index' : path.slice(1))
    for (const chunk of withImports(chunkOf(source)))
      for (const file of [chunk, ...(files.get(chunk)?.styles ?? [])]) assert.ok(named.includes(file), file)
    assert.doesNotMatch(named, /%|<style|<script(?![^>]*src=)/)
  }
  assert.match(pageOf('entrar'), /<html data-sign-in [\s\S]*Passagens, carteira[\s\S]*Tickets, wallet/)
  assert.doesNotMatch(pageOf('index'), /<html data-sign-in/)
  assert.match(page, /<script async blocking="render"/)
})

test('chunks have no import cycles', () => {
  for (const file of files.values())
    for (const other of file.imports) {
      const back = withImports(files.get(other) ?? assert.fail(other))
      assert.ok(!back.has(file.name), `${file.name} and ${other}`)
    }
})

test('it has a manifest, and its style sheets declare the layer order', () => {
  const manifest = JSON.parse(files.get('manifest.webmanifest')?.bytes.toString() ?? '')
  for (const { src } of manifest.icons) assert.ok(files.has(src.replace('/painel/', '')), src)
  assert.equal(files.get('icon-512.png')?.bytes.readUInt32BE(16), 512)
  assert.doesNotMatch(files.get('worker.js')?.bytes.toString() ?? '', /VERSION/)
  for (const { name, bytes } of files.values())
    if (name.endsWith('.css')) assert.match(bytes.toString(), /^@layer reset,/, name)
})
