// `npm run build`: builds the panel into the project itself, for images whose files nobody changes later.
import { buildInChild } from '../server/http/panel/build-in-child.ts'
import { keep } from '../server/http/panel/keep-panel.ts'
import { BUILT_DIR } from '../server/http/panel/make-panel.ts'
import { hashOfSources } from '../server/http/panel/panel-files.ts'

const text = await buildInChild().printed
if (!keep(BUILT_DIR, hashOfSources(), text)) throw new Error(`${BUILT_DIR} cannot be written`)
process.stdout.write(`The panel was built into ${BUILT_DIR}.\n`)
