// Paths and identifiers of the project that comments and documents for developers name exist.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { lineAt, projectFiles, withoutComments } from './project-files.ts'

/** A file with a suffix, or a folder with a slash at its end; folders of the server may be named without `server/`. */
const NAMED =
  /(?<![\w./@-])(?:server|test|contract|panel|scripts|bench|deploy|docs|kernel|render|adapters|features|app)\/[\w./-]*?(?:\.(?:tsx?|mjs|md|sql|css|html)\b|\/(?![\w*{<.]))/g
/** An upper-case part stands for any name. */
const PLACEHOLDER = /\/[A-Z]+[./]/
const COMMENT = /^[ \t]*(?:\/\/|\/?\*|--).*$|[ \t](?:\/\/|--) .*$/gm

function commentsOf(path: string, text: string): string {
  return path.endsWith('.md') ? text : [...text.matchAll(COMMENT)].map(([line]) => line).join('\n')
}

function missingIn([path, text]: [string, string]): string[] {
  const named = [...commentsOf(path, text).matchAll(NAMED)].map(([name]) => name)
  const missing = named.filter(
    (name) => !PLACEHOLDER.test(name) && !exists(name) && !exists(`server/${name}`),
  )
  return missing.map((name) => `${path}:${lineAt(text, text.indexOf(name))} names ${name}`)
}

/** Names in camelCase or PascalCase inside backticks. */
const CODE = /`[^`\n]+`/g
const IDENTIFIER = /\b(?:[a-z]+[A-Z]|[A-Z][a-z]+[A-Z])\w*/g

function unknownIn([path, text]: [string, string], words: ReadonlySet<string>): string[] {
  const named = [...text.matchAll(CODE)].flatMap(([code]) => code.match(IDENTIFIER) ?? [])
  const unknown = named.filter((name) => !words.has(name))
  return unknown.map((name) => `${path}:${lineAt(text, text.indexOf(name))} names ${name}`)
}

function exists(path: string): boolean {
  return existsSync(new URL(`../../${path}`, import.meta.url))
}

const code = projectFiles('server', 'contract', 'panel', 'sdk', 'test', 'scripts', 'bench', 'bin')
const sources = [...code].filter(([path]) => /\.(?:tsx?|mjs|sql)$/.test(path))
const documents = [...projectFiles()].filter(([path]) =>
  /^(?:ARCHITECTURE|docs\/internals\/.*)\.md$/.test(path),
)

test('every path that a comment or an internal document names exists', () => {
  assert.deepEqual([...sources, ...documents].flatMap(missingIn), [])
})

test('every identifier that an internal document names occurs in the code', () => {
  const words = new Set(sources.flatMap(([, text]) => withoutComments(text).match(/\w+/g) ?? []))
  assert.deepEqual(
    documents.flatMap((document) => unknownIn(document, words)),
    [],
  )
})
