// The sample in TypeScript of an operation that the SDK has: its method, called with the examples of the reference.
import { isForKeys, type Operation } from '../../../../contract/operation.ts'
import { OPERATIONS } from '../../../../contract/operations.ts'

export interface SdkCall {
  /** Of the operation, which is called as the method is: `bookings.create`. */
  readonly id: string
  readonly answer: Operation['answer']['kind']
  readonly takesFile: boolean
}

/** By the address in the reference; undefined for what the SDK leaves to people and pages. */
export function sdkCallOf(method: string, path: string): SdkCall | undefined {
  const address = path.replaceAll(/\{(\w+)\}/g, ':$1')
  const [id, operation] =
    Object.entries<Operation>(OPERATIONS).find(
      ([, each]) => each.method === method && each.path === address,
    ) ?? []
  if (id === undefined || operation === undefined || !isForKeys(operation)) return undefined
  return { id, answer: operation.answer.kind, takesFile: operation.takes !== undefined }
}

/** What a method is called with: the ids of the path, then the body or the query. */
export interface SdkGiven {
  readonly ids: readonly string[]
  readonly input?: unknown
  /** The name that an answered file is kept under. */
  readonly file?: string | undefined
}

const PICTURE = "new Blob([await readFile('logo.png')], { type: 'image/png' })"

export function sdkSampleOf({ id, answer, takesFile }: SdkCall, { ids, input, file }: SdkGiven): string {
  const inputs = takesFile ? [PICTURE] : input === undefined ? [] : [literalOf(input)]
  const call = `embarque.${id}(${[...ids.map((one) => `'${one}'`), ...inputs].join(', ')})`
  const fromFiles = [...(takesFile ? ['readFile'] : []), ...(answer === 'file' ? ['writeFile'] : [])]
  const imports = fromFiles.map((name) => `import { ${name} } from 'node:fs/promises'\n`)
  return `${imports.join('')}import { createClient } from '@embarque/sdk'

const { EMBARQUE_URL: baseUrl = '', EMBARQUE_API_KEY: apiKey = '' } = process.env
const embarque = createClient({ baseUrl, apiKey })
${shown(answer, call, file ?? 'file')}`
}

function shown(answer: SdkCall['answer'], call: string, file: string): string {
  if (answer === 'list' || answer === 'stream') return `for await (const one of ${call}) console.log(one)`
  if (answer === 'file') return `const file = await ${call}\nawait writeFile('${file}', await file.bytes())`
  return `console.log(await ${call})`
}

/** As somebody would write it: names without quotation marks where they need none. */
function literalOf(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(/^(\s*)"([A-Za-z_]\w*)": /gm, '$1$2: ')
}
