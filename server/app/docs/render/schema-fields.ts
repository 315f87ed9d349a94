// The fields of a body or an answer as a list that opens level by level.
import { type Html, html, NOTHING } from '../../../render/html.ts'
import { proseOf } from './markdown.ts'
import type { Resolve, Schema } from './openapi.ts'

const DEPTH_MAX = 4
const VALUES_MAX = 24

export function fieldsOf(found: Schema, resolve: Resolve, depth = 0): Html {
  const schema = merged(found, resolve)
  if (schema.items !== undefined) return fieldsOf(schema.items, resolve, depth)
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0 || depth > DEPTH_MAX) return NOTHING
  const rows = fields.map(([name, field]) =>
    rowOf(name, merged(field, resolve), {
      resolve,
      depth,
      isNeeded: schema.required?.includes(name) ?? false,
    }),
  )
  return html`<ul class="fields">${rows}</ul>`
}

interface Place {
  readonly resolve: Resolve
  readonly depth: number
  readonly isNeeded: boolean
}

function rowOf(name: string, schema: Schema, { resolve, depth, isNeeded }: Place): Html {
  const inner = fieldsOf(schema, resolve, depth + 1)
  const parts =
    inner === NOTHING
      ? NOTHING
      : html`<details><summary>Fields of <code>${name}</code></summary>${inner}</details>`
  const needed = isNeeded ? html` <b class="needed">required</b>` : NOTHING
  return html`<li><p><code class="name">${name}</code> <span class="type">${typeOf(schema, resolve)}</span>${needed}</p>
${proseOf(schema.description ?? '')}${valuesOf(schema)}${parts}</li>`
}

function valuesOf({ enum: values, anyOf = [], description = '' }: Schema): Html {
  const given =
    values ?? anyOf.flatMap((choice) => choice.enum ?? (choice.const === undefined ? [] : [choice.const]))
  // Where each of them has a sentence already, they are not named again.
  if (given.length === 0 || description.includes(`- \`${given[0]}\`: `)) return NOTHING
  const shown = given.slice(0, VALUES_MAX).map((value) => html`<code>${String(value)}</code>`)
  const more = given.length > VALUES_MAX ? html`and ${String(given.length - VALUES_MAX)} more` : NOTHING
  return html`<p class="values">One of ${[...shown, more]}</p>`
}

/** Of what a field may be, as people say it: "string, or null". */
export function typeOf(found: Schema, resolve: Resolve): string {
  const schema = merged(found, resolve)
  const choices = (schema.anyOf ?? schema.oneOf ?? []).map((choice) => typeOf(choice, resolve))
  if (choices.length > 0) return [...new Set(choices)].join(', or ')
  if (schema.items !== undefined) return `array of ${typeOf(schema.items, resolve)}`
  const types = [
    schema.type ?? (schema.properties ? 'object' : typeof (schema.const ?? schema.enum?.[0] ?? {})),
  ].flat()
  const form = schema.format ?? ''
  return `${types.join(', or ')}${form === '' ? '' : ` (${form})`}${limitsOf(schema)}`
}

function limitsOf({ minimum, maximum, minLength, maxLength }: Schema): string {
  const [least, most] = [minimum ?? minLength, maximum ?? maxLength]
  const unit = minLength !== undefined || maxLength !== undefined ? ' characters' : ''
  if (least !== undefined && most !== undefined) return `, ${least} to ${most}${unit}`
  if (most !== undefined) return `, at most ${most}${unit}`
  return least === undefined || least === 0 ? '' : `, at least ${least}${unit}`
}

/** Parts that belong together are one; of "this or null", this. */
function merged(found: Schema, resolve: Resolve): Schema {
  const schema = resolve<Schema>(found)
  if (schema.allOf !== undefined) {
    const parts = schema.allOf.map((part) => merged(part, resolve))
    return {
      ...schema,
      properties: Object.assign({}, ...parts.map(({ properties }) => properties), schema.properties),
      required: [...parts.flatMap(({ required = [] }) => required), ...(schema.required ?? [])],
    }
  }
  const choices = (schema.anyOf ?? []).map((choice) => resolve<Schema>(choice))
  const [only, ...others] = choices.filter(({ type }) => type !== 'null')
  if (only === undefined || others.length > 0 || only.properties === undefined) return schema
  return { ...only, description: schema.description ?? only.description ?? '', type: ['object', 'null'] }
}
