// Says which of the options that were typed is wrong, in a sentence of ours: what Node.js says is about JavaScript.
import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util'
import { nearestName } from '../../kernel/values/nearest-name.ts'

type Options = Readonly<Record<string, ParseArgsOptionDescriptor>>

interface Typed {
  name: string
  rawName: string
  value?: string | undefined
  inlineValue?: boolean | undefined
}

export function wrongOption(args: string[], options: Options): string {
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true })
  for (const token of tokens) {
    const wrong = token.kind === 'option' ? wrongIn(token, options) : undefined
    if (wrong !== undefined) return wrong
  }
  return 'The options are not understood.'
}

function wrongIn({ name, rawName, value, inlineValue }: Typed, options: Options): string | undefined {
  const known = Object.entries(options).find(([one]) => one === name)?.[1]
  if (known === undefined) {
    const near = nearestName(name, Object.keys(options))
    return [
      `There is no option "${rawName}".`,
      ...(near === undefined ? [] : [`Did you mean "--${near}"?`]),
    ].join(' ')
  }
  if (known.type === 'boolean') return value === undefined ? undefined : `${rawName} takes no value.`
  if (value === undefined) return `${rawName} needs a value.`
  if (inlineValue || !value.startsWith('-')) return undefined
  return `${rawName} needs a value; one that begins with a dash is written ${rawName}=${value}.`
}
