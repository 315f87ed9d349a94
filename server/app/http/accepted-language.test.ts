// Parsing of Accept-Language as browsers and programs send it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptedLanguage } from './negotiation.ts'

const ROWS: [header: string | undefined, language: string][] = [
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['fr, de;q=0.8', 'en'],
  ['pt', 'pt-BR'],
  ['PT-br', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7', 'pt-BR'],
  ['en-US,en;q=0.9,pt-BR;q=0.8', 'en'],
  ['en, pt', 'en'],
  ['pt, en', 'pt-BR'],
  ['fr, pt;q=0.5', 'pt-BR'],
  ['pt;q=0', 'en'],
  ['pt;q=x', 'en'],
  ['ptx, constructor, __proto__', 'en'],
]

for (const [header, language] of ROWS)
  test(`${header ?? 'nothing'}: ${language}`, () => assert.equal(acceptedLanguage(header), language))
