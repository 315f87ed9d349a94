// `npm run build`: builds the panel into the project itself, for images with a read-only file system.
import { chmodSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { BUILT_DIR, buildInChild, hashOfSources, keep } from '../server/app/panel/panel.ts'

const text = await buildInChild().printed
if (!keep(BUILT_DIR, hashOfSources(), text)) throw new Error(`${BUILT_DIR} cannot be written`)
// Root builds the files and the service's user reads them; they contain no secrets.
for (const name of readdirSync(BUILT_DIR)) chmodSync(join(BUILT_DIR, name), 0o644)
chmodSync(BUILT_DIR, 0o755)
process.stdout.write(`The panel was built into ${BUILT_DIR}.\n`)
