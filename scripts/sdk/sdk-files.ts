// All generated files of the SDK: `npm run sdk` writes them, and a test compares them.
import { API_VERSION } from '../../contract/common.ts'
import { CHANGE_VISIBLE_SECONDS_MAX } from '../../contract/limits.ts'
import { sdkOperations, tableText } from './operations.ts'
import { codesText, errorsText } from './write-errors.ts'
import { eventsText } from './write-events.ts'
import { resourcesText } from './write-resources.ts'
import { samplesText } from './write-samples.ts'
import { typeWriter } from './write-types.ts'

const MADE = 'Made from the table of operations by `npm run sdk`: change the contract, not this file.'

/** By their names in sdk/src/generated. */
export function sdkFiles(version: string): ReadonlyMap<string, string> {
  const operations = sdkOperations()
  const types = typeWriter()
  const resources = resourcesText(operations, types)
  const events = eventsText(types)
  const names = types.names()
  const taking = (text: string) =>
    importText(
      names.filter((name) => new RegExp(`\\b${name}\\b`).test(withoutComments(text))),
      './types.ts',
    )
  return new Map([
    ['types.ts', file('Everything that goes to and comes from the API.', types.declarations())],
    [
      'resources.ts',
      file(
        'The methods, by resource.',
        `import type { FileInput } from '../request.ts'
import type { Call } from '../call.ts'
import type { Download } from '../download.ts'
import type { CallOptions, WaitOptions } from '../options.ts'
import type { ItemsCall, ListCall } from '../pages.ts'
import type { ListedEvent, ReadEvent } from './events.ts'
${taking(resources)}
${resources}`,
      ),
    ],
    ['events.ts', file('The events, received or read.', `${taking(events)}\n${events}`)],
    ['samples.ts', file('What events carry, as the service shows it.', samplesText())],
    ['codes.ts', file('The codes of failures.', codesText())],
    [
      'errors.ts',
      file('The classes of failures.', `import { ApiError } from '../errors.ts'\n\n${errorsText()}`),
    ],
    [
      'table.ts',
      file(
        'What the runtime knows of each operation.',
        `import type { Row } from '../resources.ts'

export const TABLE: Readonly<Record<string, Row>> = {\n${tableText(operations)}}\n`,
      ),
    ],
    [
      'version.ts',
      file(
        'The versions of this package and of the events it knows, and a bound that the service promises.',
        `export const VERSION = '${version}'\nexport const API_VERSION = '${API_VERSION}'\n` +
          `/** A change can be read this much later than its \`updated_at\`, at the latest. */\n` +
          `export const CHANGE_VISIBLE_SECONDS_MAX = ${CHANGE_VISIBLE_SECONDS_MAX}\n`,
      ),
    ],
  ])
}

function file(what: string, text: string): string {
  return `// ${what} ${MADE}\n\n${text}`
}

function importText(names: readonly string[], from: string): string {
  return `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from '${from}'\n`
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
}
