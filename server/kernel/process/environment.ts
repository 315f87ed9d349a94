// The only place that reads the environment.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Environment } from './settings.ts'

/** The process's environment, with additions from an optional `.env` in the folder. */
export function readEnvironment(folder: string): Environment {
  const file = resolve(folder, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  return process.env
}
