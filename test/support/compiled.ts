// Where compiled code is kept from one process to the next: most of a start is the reading of modules.
import { join } from 'node:path'
import { PROJECT_DIR } from '../../server/kernel/process/project.ts'

export const COMPILED: string = join(PROJECT_DIR, 'node_modules', '.cache', 'compile')
