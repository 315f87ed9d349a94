// Provides `import house from 'icon:house'`: one icon of the set as data, so that only used icons are bundled. In a
// style sheet, `url("icon:house")` is the same icon as an SVG.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { virtualModules } from './virtual-modules.ts'

interface IconSet {
  icons: Record<string, { body: string }>
  aliases?: Record<string, { parent: string }>
}

export function iconsPlugin(): Plugin {
  const set: IconSet = JSON.parse(
    readFileSync(new URL(import.meta.resolve('@iconify-json/lucide/icons.json')), 'utf8'),
  )
  const bodyOf = (name: string) => {
    const icon = set.icons[name] ?? set.icons[set.aliases?.[name]?.parent ?? '']
    if (icon === undefined) throw new Error(`there is no icon ${name}`)
    return icon.body
  }
  return {
    ...virtualModules('icon', (name) => `export default ${JSON.stringify(shapesOf(bodyOf(name)))}`),
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler: (css) => css.replace(/url\("icon:([\w-]+)"\)/g, (_, name) => `url("${drawn(bodyOf(name))}")`),
    },
  }
}

/** Used as a mask: only the shape matters, not the colour. */
function drawn(body: string): string {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>${body.replaceAll('"', "'")}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** A list of shapes is rendered by React; markup would need a trusted-types policy. */
function shapesOf(body: string): [tag: string, attributes: Record<string, string>][] {
  return [...body.matchAll(/<(path|circle|rect|line|polyline|polygon|ellipse)\b([^>]*?)\/?>/g)].map(
    ([, tag = '', text = '']) => [tag, attributesOf(text)],
  )
}

/** Stroke and fill are the same for all icons and are set once on the svg element. */
function attributesOf(text: string): Record<string, string> {
  const all = [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])
  return Object.fromEntries(all.filter(([name = '']) => !/^(?:stroke|fill)/.test(name)))
}
