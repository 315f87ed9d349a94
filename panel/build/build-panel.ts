// Builds the panel in memory: nothing is written, so a copy that may only be read, and any user, will do.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Rolldown } from 'vite'
import { PANEL_PATH } from '../../contract/links.ts'
import { contractPlugins } from './contract-plugin.ts'
import { drawnIcons } from './draw-icons.ts'
import { iconsPlugin } from './icons-plugin.ts'
import { layersPlugin } from './layers-plugin.ts'
import { workerPlugin } from './worker-plugin.ts'

export interface BuiltFile {
  name: string
  bytes: Buffer
  /** Names of the chunks that a script loads at once with itself. */
  imports: readonly string[]
  /** The source that begins it, where it is a screen or the start. */
  of: string | null
}

/** What every screen stands on. */
const BASE = /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack)[\\/]/

const ROOT = fileURLToPath(new URL('../', import.meta.url))

export async function buildPanel(): Promise<BuiltFile[]> {
  const made = await build({
    configFile: false,
    envDir: false,
    root: ROOT,
    base: `${PANEL_PATH}/`,
    publicDir: false,
    logLevel: 'error',
    plugins: [react(), iconsPlugin(), ...contractPlugins(), layersPlugin(), workerPlugin()],
    css: { transformer: 'lightningcss', modules: { localsConvention: 'camelCaseOnly' } },
    build: {
      write: false,
      target: 'es2023',
      cssMinify: 'lightningcss',
      // Each screen brings its own style; the start brings what all share.
      cssCodeSplit: true,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      // One chunk packs better than ten, and stays the same while our own code changes.
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: BASE }] } } },
    },
  })
  if (!Array.isArray(made) && !('output' in made)) throw new Error('the bundler watches instead of building')
  const { output } = Array.isArray(made) ? joined(made) : made
  return [...output.map(fileOf), ...drawnIcons().map(plainFile), manifest()]
}

function joined(made: Rolldown.RolldownOutput[]): Pick<Rolldown.RolldownOutput, 'output'> {
  const [first] = made
  if (first === undefined) throw new Error('the bundler made nothing')
  return first
}

function fileOf(one: Rolldown.OutputChunk | Rolldown.OutputAsset): BuiltFile {
  if (one.type === 'asset') return plainFile({ name: one.fileName, bytes: Buffer.from(one.source) })
  const of = one.facadeModuleId?.startsWith(ROOT) ? one.facadeModuleId.slice(ROOT.length) : null
  return { name: one.fileName, bytes: Buffer.from(one.code), imports: one.imports, of }
}

function plainFile({ name, bytes }: { name: string; bytes: Buffer }): BuiltFile {
  return { name, bytes, imports: [], of: null }
}

function manifest(): BuiltFile {
  const bytes = readFileSync(new URL('../manifest.webmanifest', import.meta.url))
  return plainFile({ name: 'manifest.webmanifest', bytes })
}
