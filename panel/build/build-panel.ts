// Builds the panel in memory. It writes no files, so it also runs from a read-only copy and as any user.
import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { build, type Rolldown } from 'vite'
import { PANEL_PATH } from '../../contract/links.ts'
import { type BuiltFile, builtFile, PAGE, plainFile, ROOT } from './built-file.ts'
import { chunkFileNames, chunkGroups } from './chunks.ts'
import { contractPlugins } from './contract-plugin.ts'
import { drawnIcons } from './draw-icons.ts'
import { guidePlugin } from './guide-plugin.ts'
import { iconsPlugin } from './icons-plugin.ts'
import { layersPlugin } from './layers-plugin.ts'
import { pagesOf } from './pages.ts'
import { screensPlugin } from './screens-plugin.ts'
import { shellPlugin } from './shell-plugin.ts'
import { workerPlugin } from './worker-plugin.ts'

export async function buildPanel(): Promise<BuiltFile[]> {
  const made = await build({
    configFile: false,
    envDir: false,
    root: ROOT,
    base: `${PANEL_PATH}/`,
    publicDir: false,
    logLevel: 'error',
    plugins: [
      react(),
      iconsPlugin(),
      guidePlugin(),
      screensPlugin(),
      ...contractPlugins(),
      layersPlugin(),
      shellPlugin(),
      workerPlugin(),
    ],
    css: { transformer: 'lightningcss', modules: { localsConvention: 'camelCaseOnly' } },
    build: {
      write: false,
      target: 'es2023',
      cssMinify: 'lightningcss',
      // Each screen has its own style sheet; shared styles load with the start.
      cssCodeSplit: true,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: { output: { chunkFileNames, codeSplitting: { groups: chunkGroups() } } },
    },
  })
  if (!Array.isArray(made) && !('output' in made)) throw new Error('the bundler watches instead of building')
  const { output } = Array.isArray(made) ? joined(made) : made
  const files = output.map(builtFile)
  const others = files.filter(({ name }) => name !== PAGE)
  return [...others, ...pagesOf(files), ...drawnIcons().map(plainFile), manifest()]
}

function joined(made: Rolldown.RolldownOutput[]): Pick<Rolldown.RolldownOutput, 'output'> {
  const [first] = made
  if (first === undefined) throw new Error('the bundler made nothing')
  return first
}

function manifest(): BuiltFile {
  const bytes = readFileSync(new URL('../manifest.webmanifest', import.meta.url))
  return plainFile({ name: 'manifest.webmanifest', bytes })
}
