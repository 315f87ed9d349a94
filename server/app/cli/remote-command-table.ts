// The commands for integrators, which speak with a running service by its API and a key; each loaded when it is asked
// for.
import { about, bare, type Command, command, flag, needed, text } from './command.ts'

const WISHES = {
  events: text('A,B', 'only these types, with commas between them'),
  after: text('N', 'begin after the event with this sequence, and not with what happens from now on'),
  count: text('N', 'end after so many events, at least 1'),
}

const sandbox = () => import('./remote/sandbox-commands.ts')

export const REMOTE_COMMANDS: readonly Command[] = [
  command({
    name: 'login',
    options: {
      url: text('URL', 'where the service is; asked for if left out'),
      key: text('KEY', 'an API key; asked for, unseen, if left out'),
    },
    meaning: 'remember a service and a key for the commands that call it: listen, trigger, pay and others',
    run: async ({ values }, terminal) => (await import('./remote/login.ts')).login(values, terminal),
  }),
  bare('logout', 'forget the key that login remembered on this machine', async (terminal) =>
    (await import('./remote/login.ts')).logout(terminal),
  ),
  command({
    name: 'listen',
    options: {
      'forward-to': needed('URL', 'your receiver, such as http://localhost:4000/hook'),
      ...WISHES,
      secret: text('WHSEC', 'sign with this secret, and not with a new one'),
    },
    meaning: 'post each event to a local receiver, signed as a webhook is, and show what it answers',
    run: async ({ values }, terminal) => (await import('./remote/listen.ts')).listen(values, terminal),
  }),
  about('trigger', 'TYPE', 'emit a sample event, such as booking.ticketed', async (operand, terminal) =>
    (await sandbox()).triggerCommand(operand, terminal),
  ),
  command({
    name: 'events tail',
    options: WISHES,
    meaning: 'show events as they happen',
    run: async ({ values }, terminal) => (await import('./remote/listen.ts')).tailEvents(values, terminal),
  }),
  command({
    name: 'deliveries replay',
    options: {
      webhook: text('WEBHOOK_ID', 'whose deliveries; needed without a DELIVERY_ID'),
      since: text(
        'AT',
        'those of events from this moment on that failed or were skipped; needed without a DELIVERY_ID',
      ),
      until: text('AT', 'and before this one'),
    },
    operand: '[DELIVERY_ID]',
    meaning: 'send a delivery again, or by --webhook and --since all that failed since a moment',
    run: async ({ values, operand }, terminal) => (await sandbox()).replayCommand(values, operand, terminal),
  }),
  about('clock advance', 'BY', 'move the test clock: 3d, 12h, 30min or P1M', async (operand, terminal) =>
    (await sandbox()).advanceClockCommand(operand, terminal),
  ),
  command({
    name: 'pay',
    options: {
      amount: text('A', 'another amount than was asked for'),
      method: text('M', 'which charge of an invoice that has several: pix or boleto'),
    },
    operand: 'ID',
    meaning: 'pay a recharge or an invoice at the simulated bank, as its payer would',
    run: async ({ values, operand }, terminal) => (await sandbox()).payCommand(values, operand, terminal),
  }),
  command({
    name: 'mcp',
    options: { write: { ...flag, about: 'tools that change something too, as far as the key may' } },
    meaning: 'serve the tools for agents over stdin and stdout',
    run: async ({ values }, terminal) =>
      (await import('./remote/mcp.ts')).bridgeMcp(values.write === true, terminal),
  }),
]
