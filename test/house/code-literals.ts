// Finds in the code which failures it raises, by their names.
import type { Files } from './project-files.ts'
import { withoutComments } from './source-text.ts'

/**
 * The names in the first argument of fail(...) and new Fail(...), what Fastify's own refusals become, and the refusals
 * in tables of states.
 */
export function failureCodes(files: Files): string[] {
  return [...files.values()].flatMap((text) => {
    const code = withoutComments(text)
    const calls = [...code.matchAll(/(?<![\w$.])(?:new Fail|fail)\s*\(/g)]
    const raised = calls.flatMap(({ 0: { length }, index }) => namesIn(firstArgument(code, index + length)))
    const translated = [...code.matchAll(/\bFST_ERR_\w+:\s*'([a-z0-9_]+)'/g)].map(([, name]) => name!)
    const tabled = [...code.matchAll(/\brefusal:\s*'([a-z0-9_]+)'/g)].map(([, name]) => name!)
    return [...raised, ...translated, ...tabled]
  })
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/'([a-z0-9_]+)'/g)].map(([, name]) => name!)
}

function firstArgument(code: string, start: number): string {
  let depth = 0
  for (let at = start; at < code.length; at++) {
    if ('([{'.includes(code[at]!)) depth++
    if (depth === 0 && ',)'.includes(code[at]!)) return code.slice(start, at)
    if (')]}'.includes(code[at]!)) depth--
  }
  return code.slice(start)
}
