// Generates the SDK from the contract.
import { readFileSync, writeFileSync } from 'node:fs'
import { sdkFiles } from './sdk/sdk-files.ts'

const project = new URL('../', import.meta.url)
const { version } = JSON.parse(readFileSync(new URL('package.json', project), 'utf8'))
for (const [name, text] of sdkFiles(version)) {
  writeFileSync(new URL(`sdk/src/generated/${name}`, project), text)
}
