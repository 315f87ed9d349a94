// `import house from 'icon:house'`: one icon of the set as data, so that only icons in use reach a bundle and no shape
// is copied into the repository.
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
  return madeModules('icon', (name) => {
    const icon = set.icons[name] ?? set.icons[set.aliases?.[name]?.parent ?? '']
    if (icon === undefined) throw new Error(`there is no icon ${name}`)
    return `export default ${JSON.stringify(shapesOf(icon.body))}`
  })
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
