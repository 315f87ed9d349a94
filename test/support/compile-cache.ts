// Where compiled code is cached between processes: most of a start is loading modules.
import { join } from 'node:path'
import { PROJECT_DIR } from '../../server/kernel/process/project.ts'

export const COMPILE_CACHE: string = join(PROJECT_DIR, 'node_modules', '.cache', 'compile')
