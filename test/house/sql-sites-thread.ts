// Loads every module with statements and reports the text of each with the place of its call. In a thread of its own,
// because a module is loaded once for each: in another test's process it may be there already.
import { relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { getCallSites } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { statements } from '../../server/kernel/db/db.ts'
import type { Site } from './sql-types.ts'

const { project, paths } = workerData as { project: string; paths: string[] }
const DB = 'server/kernel/db/db.ts'
const sites: Site[] = []

statements.set = (name, text) => {
  const caller = getCallSites({ sourceMap: false })
    .filter(({ scriptName }) => scriptName.startsWith('file:'))
    .map((site) => ({ ...site, path: pathOf(site.scriptName) }))
    .find(({ path }) => path.startsWith('server/') && path !== DB)
  if (caller !== undefined) {
    const { path, lineNumber: line, columnNumber: column } = caller
    sites.push({ path, line, column, text })
  }
  return Map.prototype.set.call(statements, name, text) as typeof statements
}

for (const path of paths) await import(pathToFileURL(`${project}/${path}`).href)
parentPort?.postMessage(sites)

function pathOf(url: string): string {
  return relative(project, fileURLToPath(url)).replaceAll(sep, '/')
}
