// Installs the SDK into a folder like npm: its sources without types, which Node.js would run anyway.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { PROJECT_DIR } from '../../server/kernel/process/project.ts'

const SDK = join(PROJECT_DIR, 'sdk')

/** Plain JavaScript for `import`; the package itself is tried by `npm run test:kit`. */
export function installSdk(folder: string): void {
  const installed = join(folder, 'node_modules/@embarque/sdk')
  for (const path of globSync('**/*.ts', { cwd: join(SDK, 'src') })) {
    if (path.endsWith('.test.ts')) continue
    const code = stripTypeScriptTypes(readFileSync(join(SDK, 'src', path), 'utf8'))
    const file = join(installed, 'dist', path.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, code.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"))
  }
  writeFileSync(join(installed, 'package.json'), readFileSync(join(SDK, 'package.json')))
}
