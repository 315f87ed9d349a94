// A plugin for virtual modules such as `icon:house`.
import type { Plugin } from 'vite'

export function virtualModules(scheme: string, make: (name: string) => string): Plugin {
  const mark = `\0${scheme}:`
  return {
    name: scheme,
    resolveId: { filter: { id: new RegExp(`^${scheme}:`) }, handler: (id) => `\0${id}` },
    load: { filter: { id: new RegExp(`^${mark}`) }, handler: (id) => make(id.slice(mark.length)) },
  }
}
