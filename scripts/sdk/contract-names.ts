// The names that the contract gives its schemas: those they are exported by.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Schema } from './schema.ts'

const CONTRACT = fileURLToPath(new URL('../../contract/', import.meta.url))

export async function contractNames(): Promise<(schema: Schema) => string | undefined> {
  const byIdentity = new Map<Schema, string>()
  const byText = new Map<string, Set<string>>()
  for (const file of readdirSync(CONTRACT).toSorted()) {
    if (!file.endsWith('.ts')) continue
    const exported: Record<string, unknown> = await import(join(CONTRACT, file))
    for (const [name, value] of Object.entries(exported)) {
      if (!/^[A-Z][a-z]/.test(name) || !isSchema(value) || !hasMeaning(value)) continue
      byIdentity.set(value, name)
      byText.set(textOf(value), new Set([...(byText.get(textOf(value)) ?? []), name]))
    }
  }
  return (schema) => {
    if (!hasMeaning(schema)) return undefined
    // An optional one is a copy; a copy of two that say the same is of neither.
    const [name, another] = byText.get(textOf(schema)) ?? []
    return byIdentity.get(schema) ?? (another === undefined ? name : undefined)
  }
}

function textOf({ 'x-optional': _, ...schema }: Schema): string {
  return JSON.stringify(schema)
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null
}

function hasMeaning({ properties, anyOf, allOf, enum: values, 'x-described': described }: Schema): boolean {
  return [properties, anyOf, allOf, values, described].some((part) => part !== undefined)
}
