// Where this copy of Embarque is installed.
import { fileURLToPath } from 'node:url'

export const PROJECT_DIR: string = fileURLToPath(new URL('../../../', import.meta.url))
