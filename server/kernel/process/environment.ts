// The only place that reads the environment.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { ReaderLanguage } from '../../../contract/phrases/phrase.ts'
import type { Environment } from './settings.ts'

/** The process's environment, with additions from an optional `.env` in the folder. */
export function readEnvironment(folder: string): Environment {
  const file = fileIn(folder)
  if (existsSync(file)) process.loadEnvFile(file)
  return process.env
}

/** The names that this `.env` sets. */
export function namesInFile(folder: string): string[] {
  const file = fileIn(folder)
  return existsSync(file) ? Object.keys(parseEnv(readFileSync(file, 'utf8'))) : []
}

/** The language of the system: by the variables of POSIX in their order, else by the default of Intl. */
export function systemLanguage(environment: Environment = process.env): ReaderLanguage {
  const { LC_ALL, LC_MESSAGES, LANG } = environment
  const locale = LC_ALL || LC_MESSAGES || LANG || Intl.DateTimeFormat().resolvedOptions().locale
  return /^pt/i.test(locale) ? 'pt-BR' : 'en'
}

const fileIn = (folder: string) => resolve(folder, '.env')
