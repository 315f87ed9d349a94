// `import house from 'icon:house'`: one icon of the set as data, so that only icons in use reach a bundle and no shape
// is copied into the repository. `url("icon:house")` in a style sheet is the same as a drawing.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { madeModules } from './made-modules.ts'

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
    ...madeModules('icon', (name) => `export default ${JSON.stringify(shapesOf(bodyOf(name)))}`),
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler: (css) => css.replace(/url\("icon:([\w-]+)"\)/g, (_, name) => `url("${drawn(bodyOf(name))}")`),
    },
  }
}

/** For masks: only where it is drawn matters, not in which colour. */
function drawn(body: string): string {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>${body.replaceAll('"', "'")}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Markup would have to be trusted; a list of shapes and their attributes is drawn by React. */
function shapesOf(body: string): [tag: string, attributes: Record<string, string>][] {
  return [...body.matchAll(/<(path|circle|rect|line|polyline|polygon|ellipse)\b([^>]*?)\/?>/g)].map(
    ([, tag = '', text = '']) => [tag, attributesOf(text)],
  )
}

/** Strokes and fills are the same for all, and stand once, on the drawing. */
function attributesOf(text: string): Record<string, string> {
  const all = [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])
  return Object.fromEntries(all.filter(([name = '']) => !/^(?:stroke|fill)/.test(name)))
}
