// Says the order of the layers at the top of every style sheet: whichever a browser reads first must not decide it.
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
