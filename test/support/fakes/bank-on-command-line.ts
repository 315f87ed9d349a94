// The operator's bank, connected by the command line for a service in another process.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { BankName } from '../../../contract/payment-providers.ts'
import { embarque } from '../command-line.ts'
import { SECRET_KEY } from '../start-app.ts'

/** The path to which it reports payments. */
export async function connectOnCommandLine(
  databaseUrl: string,
  { settings }: { settings: object },
  bank: BankName = 'pix-bacen',
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'embarque-bank-'))
  after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'bank.json')
  writeFileSync(file, JSON.stringify(settings))
  const profile = bank === 'pix-bacen' ? ['--profile', 'generic'] : []
  const { out, err } = await embarque(['bank', 'connect', '--bank', bank, ...profile, '--settings', file], {
    DATABASE_URL: databaseUrl,
    SECRET_KEY,
    PUBLIC_URL: 'https://embarque.example.test',
  })
  return out.match(/\/callbacks\/[\w-]+\/\w+/)?.[0] ?? assert.fail(err)
}
