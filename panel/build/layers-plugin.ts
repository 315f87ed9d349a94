// Writes the order of the CSS layers into every style sheet, so that the load order of files does not matter.
import type { Plugin } from 'vite'

const ORDER = '@layer reset, tokens, base, parts, screens;'

export function layersPlugin(): Plugin {
  return {
    name: 'layers',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = `${ORDER}${file.source}`
      }
    },
  }
}
