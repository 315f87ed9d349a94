// Writes the service worker with the version of this build, so that each build has its own file cache and deletes the
// previous one.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

export function workerPlugin(): Plugin {
  const source = readFileSync(new URL('../worker.js', import.meta.url), 'utf8')
  return {
    name: 'worker',
    generateBundle(_options, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(?:js|css|woff2)$/.test(name))
      const version = createHash('sha256').update(names.join()).digest('hex').slice(0, 12)
      this.emitFile({ type: 'asset', fileName: 'worker.js', source: source.replace('VERSION', version) })
    },
  }
}
