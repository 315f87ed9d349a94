// Validates form values against an input schema of the contract, so that errors appear before sending. It supports the
// JSON Schema keywords that the contract uses and names the same fields as the server.

export interface InputSchema {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly InputSchema[]
  allOf?: readonly InputSchema[]
  properties?: Readonly<Record<string, InputSchema>>
  required?: readonly string[]
  additionalProperties?: boolean | InputSchema
  patternProperties?: Readonly<Record<string, InputSchema>>
  items?: InputSchema
  minProperties?: number
  maxProperties?: number
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
}

/** The type of an issue; the screen provides the text. */
export type IssueKind =
  | 'required'
  | 'type'
  | 'choice'
  | 'short'
  | 'long'
  | 'form'
  | 'small'
  | 'large'
  | 'few'
  | 'many'

export interface Issue {
  /** A path like the API's: `passengers.0.born_on`. */
  field: string
  kind: IssueKind
  limit?: number
}

export function checkInput(schema: InputSchema, value: unknown, field = ''): Issue[] {
  const { anyOf, allOf } = schema
  if (anyOf !== undefined) return checkAnyOf(anyOf, value, field)
  const parts = allOf?.flatMap((part) => checkInput(part, value, field)) ?? []
  return [...parts, ...checkPlain(schema, value, field)]
}

/** Reports the issues of the alternative with the fewest. */
function checkAnyOf(alternatives: readonly InputSchema[], value: unknown, field: string): Issue[] {
  const tries = alternatives
    .map((way) => checkInput(way, value, field))
    .sort((a, b) => closeness(a) - closeness(b))
  return tries[0] ?? []
}

function closeness(issues: readonly Issue[]): number {
  return issues.length + (issues.some(({ kind }) => kind === 'type') ? 100 : 0)
}

function checkPlain(schema: InputSchema, value: unknown, field: string): Issue[] {
  const fault = value === null ? 'required' : undefined
  if (schema.const !== undefined && value !== schema.const) return [{ field, kind: 'choice' }]
  if (schema.enum !== undefined && !schema.enum.includes(value)) return [{ field, kind: fault ?? 'choice' }]
  if (schema.type !== undefined && !hasType(schema.type, value)) return [{ field, kind: fault ?? 'type' }]
  if (typeof value === 'string') return checkText(schema, value, field)
  if (typeof value === 'number') return checkNumber(schema, value, field)
  if (Array.isArray(value)) return checkList(schema, value, field)
  if (isRecord(value)) return checkRecord(schema, value, field)
  return []
}

function hasType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isRecord(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'number') return Number.isFinite(value)
  return typeof value === type
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function checkText(
  { minLength = 0, maxLength = Infinity, pattern }: InputSchema,
  value: string,
  field: string,
) {
  const length = [...value].length
  const issues: Issue[] = []
  if (length < minLength) issues.push({ field, kind: 'short', limit: minLength })
  if (length > maxLength) issues.push({ field, kind: 'long', limit: maxLength })
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) issues.push({ field, kind: 'form' })
  return issues
}

function checkNumber(schema: InputSchema, value: number, field: string): Issue[] {
  const { minimum = -Infinity, maximum = Infinity, multipleOf } = schema
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = schema
  if (value < minimum) return [{ field, kind: 'small', limit: minimum }]
  if (value > maximum) return [{ field, kind: 'large', limit: maximum }]
  if (value <= exclusiveMinimum) return [{ field, kind: 'small', limit: exclusiveMinimum }]
  if (value >= exclusiveMaximum) return [{ field, kind: 'large', limit: exclusiveMaximum }]
  return multipleOf !== undefined && value % multipleOf !== 0 ? [{ field, kind: 'form' }] : []
}

function checkList(schema: InputSchema, value: readonly unknown[], field: string): Issue[] {
  const { minItems = 0, maxItems = Infinity, items } = schema
  if (value.length < minItems) return [{ field, kind: 'few', limit: minItems }]
  if (value.length > maxItems) return [{ field, kind: 'many', limit: maxItems }]
  if (items === undefined) return []
  return value.flatMap((item, index) => checkInput(items, item, below(field, String(index))))
}

function checkRecord(schema: InputSchema, value: Readonly<Record<string, unknown>>, field: string): Issue[] {
  const { properties = {}, required = [], additionalProperties: others, patternProperties = {} } = schema
  const missing = required.filter((name) => value[name] === undefined)
  const given = Object.entries(value).filter(([, one]) => one !== undefined)
  const { minProperties = 0, maxProperties = Infinity } = schema
  if (given.length < minProperties) return [{ field, kind: 'few', limit: minProperties }]
  if (given.length > maxProperties) return [{ field, kind: 'many', limit: maxProperties }]
  return [
    ...missing.map((name): Issue => ({ field: below(field, name), kind: 'required' })),
    ...given.flatMap(([name, one]) => {
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined
      const patterned = Object.entries(patternProperties).find(([form]) => new RegExp(form, 'u').test(name))
      const way = known ?? patterned?.[1] ?? (typeof others === 'object' ? others : undefined)
      if (way !== undefined) return checkInput(way, one, below(field, name))
      return others === false ? [{ field: below(field, name), kind: 'type' } satisfies Issue] : []
    }),
  ]
}

function below(field: string, name: string): string {
  return field === '' ? name : `${field}.${name}`
}
