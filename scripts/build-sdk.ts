// Compiles the SDK into its package: JavaScript and types, for import and for require.
import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('../', import.meta.url))
const dist = join(project, 'sdk/dist')
const common = join(dist, '.common')

rmSync(dist, { recursive: true, force: true })
compile('--outDir', dist)
compile(
  '--outDir',
  common,
  '--module',
  'commonjs',
  '--moduleResolution',
  'bundler',
  '--verbatimModuleSyntax',
  'false',
)
for (const path of globSync('**/*.{js,ts}', { cwd: common })) {
  const text = readFileSync(join(common, path), 'utf8')
  writeFileSync(join(dist, path.replace(/(js|ts)$/, 'c$1')), leadingTo('cjs', text))
}
rmSync(common, { recursive: true })
for (const path of globSync('**/*.d.ts', { cwd: dist })) {
  const file = join(dist, path)
  writeFileSync(file, leadingTo('js', readFileSync(file, 'utf8')))
}

// A package carries the project's licence.
copyFileSync(join(project, 'LICENSE'), join(project, 'sdk/LICENSE'))

function compile(...options: string[]): void {
  const tsc = join(project, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', join(project, 'sdk'), ...options], { stdio: 'inherit' })
}

/** The compiler keeps the sources' endings in types, and knows one ending for JavaScript. */
function leadingTo(ending: string, text: string): string {
  return text.replaceAll(/((?:from |require\(|import\()(['"])\.[^'"]*)\.(?:js|ts)\2/g, `$1.${ending}$2`)
}
