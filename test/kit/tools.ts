// The tools of test/kit as its tests run them: by their command, in a folder where what is made finds their packages.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_DIR } from '../../server/kernel/process/project.ts'

const KIT = join(PROJECT_DIR, 'test', 'kit')
const MODULES = join(KIT, 'node_modules')

/** An empty folder for what a test makes: no part of the project, but beside the packages of the kit. */
export function makeRoom(name: string): string {
  const folder = join(KIT, '.made', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

/** The command of a package of the kit. */
export const toolPath = (name: string): string => join(MODULES, '.bin', name)

export interface Ran {
  status: number | null
  /** What it wrote, to both outputs. */
  text: string
  stdout: string
}

/** Runs the command of a package of the kit, or of the project, to its end. */
export function runTool(
  name: string,
  args: readonly string[],
  cwd: string = PROJECT_DIR,
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const path = [join(MODULES, '.bin'), join(PROJECT_DIR, 'node_modules', '.bin'), process.env.PATH].join(':')
  const child = spawn(name, args, { cwd, env: { ...process.env, PATH: path, CI: 'true', ...env } })
  return new Promise((resolve, reject) => {
    const [stdout, all]: [Buffer[], Buffer[]] = [[], []]
    child.stdout.on('data', (chunk) => stdout.push(chunk))
    for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => all.push(chunk))
    child.on('error', reject)
    child.on('close', (status) =>
      resolve({ status, text: Buffer.concat(all).toString(), stdout: Buffer.concat(stdout).toString() }),
    )
  })
}
