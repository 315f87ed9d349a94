// Writes the error codes as a closed list, and a class for each family.
import { ERROR_FAMILIES, type ErrorFamily, familyOf } from '../../contract/errors/families.ts'
import { ERROR_TYPES, ERRORS, type ErrorCode } from '../../contract/errors.ts'
import { docComment } from './doc-comment.ts'
import { indented, literal } from './write-types.ts'

const CODES = Object.keys(ERRORS) as ErrorCode[]

export function codesText(): string {
  const lines = CODES.map((code) =>
    indented(`${docComment(`${ERRORS[code].status}: ${ERRORS[code].advice}.`)}| ${literal(code)}`),
  )
  const about = '/** Every code that the service can answer with, and what to do about it. */'
  const types = `/** What kind of failure a code is. */\nexport type ErrorType =\n${ERROR_TYPES.map((type) => `  | ${literal(type)}`).join('\n')}\n`
  return `${about}\nexport type ErrorCode =\n${lines.join('\n')}\n\n${types}`
}

export function errorsText(): string {
  const families = Object.entries(ERROR_FAMILIES)
  const codesOf = Map.groupBy(CODES, familyOf)
  const classes = families.map(([name, { meaning }]) => {
    const codes = codesOf.get(name as ErrorFamily) ?? []
    return `${docComment(`${meaning}.`)}export class ${name} extends ApiError {
  override readonly name = ${literal(name)}
  declare readonly code:
${codes.map((code) => `    | ${literal(code)}\n`).join('')}}
`
  })
  const named = families.flatMap(([name, family]) =>
    ('codes' in family ? family.codes : []).map((code) => `  ${code}: ${name},\n`),
  )
  const byStatus = families.flatMap(([name, { statuses }]) =>
    statuses.map((status) => `  ${status}: ${name},\n`),
  )
  return `${classes.join('\n')}
const BY_CODE: Readonly<Record<string, typeof ApiError>> = {
${named.join('')}}

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
${byStatus.join('')}}

/** Of a code that is newer than this package, what its status says. */
export function classOf(code: string, status: number): typeof ApiError {
  const ofCode = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined
  return ofCode ?? BY_STATUS[status] ?? (status < 500 ? InvalidRequestError : ServiceError)
}
`
}
