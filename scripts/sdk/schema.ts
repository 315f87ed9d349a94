// A schema as the generator reads it: the keywords of JSON Schema that the contract uses.

export interface Schema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly required?: readonly string[]
  readonly description?: string
  readonly examples?: readonly unknown[]
  /** What the documentation shows of a body that the code reads by hand. */
  readonly 'x-described'?: Schema
  /** Of a body that may be left out. */
  readonly 'x-optional'?: boolean
}
