// Unknown paths are 404; a known path with the wrong method is 405 and says which methods there are.
import { fail } from '../../kernel/values/fail.ts'
import type { App } from './types.ts'

export function refuseUnknownRoutes(app: App): void {
  const methodsOf = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set()
    for (const name of [method].flat()) methods.add(name)
    methodsOf.set(url, methods)
  })
  app.setNotFoundHandler(async (request) => {
    const path = request.url.replace(/\?.*$/s, '')
    for (const [pattern, methods] of methodsOf) {
      // One that there is, but nothing behind it, such as a file: that is not the method's fault.
      if (matches(pattern, path) && !methods.has(request.method))
        fail('method_not_allowed', { allow: [...methods].sort() })
    }
    fail('route_not_found')
  })
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.at(-1) === '*')
    return (
      given.length >= wanted.length &&
      matches(wanted.slice(0, -1).join('/'), given.slice(0, wanted.length - 1).join('/'))
    )
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
  )
}
