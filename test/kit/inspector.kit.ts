// The protocol's own inspector, by its command line: it lists every tool and calls them, over streamable HTTP with a
// key and over stdio by our command, as docs/agents.md has both.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { TOOL_NAMES } from '../../server/app/mcp/call-operation.ts'
import { PROJECT_DIR } from '../../server/kernel/process/project.ts'
import { newAgency } from '../support/agency.ts'
import { type CallTool, callEveryTool } from '../support/every-tool.ts'
import { startApp } from '../support/start-app.ts'
import { makeRoom, runTool, toolPath } from './tools.ts'

const app = await startApp()
const PROGRAM = join(PROJECT_DIR, 'bin', 'embarque.mjs')

/** The settings by which the inspector finds the service. */
const WAYS: Readonly<Record<string, (key: string) => string[]>> = {
  'streamable HTTP': (key) => [
    ...['--server-url', `${app.url}/mcp?write=1`, '--transport', 'http'],
    ...['--header', `Authorization: Bearer ${key}`],
  ],
  stdio: (key) => [
    ...['--transport', 'stdio', '-e', `EMBARQUE_URL=${app.url}`, '-e', `EMBARQUE_API_KEY=${key}`],
    ...['--', process.execPath, PROGRAM, 'mcp', '--write'],
  ],
}

const SAMPLE = { client_type: 'individual', email: 'ana@reis.example', full_name: 'Ana Reis' }

for (const [way, server] of Object.entries(WAYS)) {
  test(`the inspector lists every tool over ${way}, and calls them`, async () => {
    const agency = await newAgency(app)
    const home = makeRoom(`inspector-${way.replaceAll(' ', '-')}`)
    const inspect = async (...asked: string[]) => {
      // Its own Node.js is newer than the one that a machine may have.
      const args = [toolPath('mcp-inspector'), '--cli', '--format', 'json', '--quiet', ...asked]
      return runTool(process.execPath, [...args, ...server(agency.testKey)], home, { HOME: home })
    }
    const listed = await inspect('--method', 'tools/list', '--strict')
    assert.equal(listed.status, 0, listed.text)
    assert.deepEqual(
      JSON.parse(listed.stdout).result.tools.map(({ name }: { name: string }) => name),
      TOOL_NAMES,
    )
    const call: CallTool = async (tool, given = {}) => {
      const asked = ['--method', 'tools/call', '--tool-name', tool]
      const ran = await inspect(...asked, '--tool-args-json', JSON.stringify(given))
      const { result } = JSON.parse(ran.stdout || assert.fail(ran.text))
      return { ...result.structuredContent, isError: result.isError ?? false }
    }
    // Over stdio our command forwards each message to the same address, so a tool that writes stands for all.
    if (way === 'stdio') assert.equal((await call('create_client', SAMPLE)).outcome, 'done')
    else await callEveryTool(agency, call)
    const wrong = await call('read_booking', { id: 'ord_none' })
    assert.deepEqual([wrong.outcome, wrong.isError], ['refused', true])
  })
}
