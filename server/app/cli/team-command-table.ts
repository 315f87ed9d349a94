// The commands about teams, each loaded when it is asked for.
import { about, bare, type Command, command, needed, text } from './command.ts'
import { PROFILE_OPTIONS } from './profile-options.ts'

export const TEAM_COMMANDS: readonly Command[] = [
  command({
    name: 'team create',
    options: {
      name: needed('N'),
      email: needed('E'),
      'tax-id': text('C'),
      'time-zone': text('Z'),
      markup: text('P'),
      fee: text('A'),
      debits: text('D'),
      'late-fine': text('P'),
      'late-interest': text('P'),
      'rate-limit': text('N'),
      'search-limit': text('N'),
    },
    meaning: 'make a team with a live and a test key',
    run: async ({ values }, terminal) =>
      (await import('./team-commands.ts')).createTeamCommand(values, terminal),
  }),
  command({
    name: 'team set',
    options: { 'tax-id': text('C'), 'late-fine': text('P'), 'late-interest': text('P') },
    operand: 'TEAM_ID',
    meaning:
      'set the CPF or CNPJ a team pays boletos by, and what its clients pay for being late, in percent: ' +
      'a fine, and interest a month',
    run: async ({ values, operand }, terminal) =>
      (await import('./team-commands.ts')).setTeamCommand(values, operand, terminal),
  }),
  about('team show', 'TEAM_ID', 'show the profile of a team', async (operand, terminal) =>
    (await import('./profile-commands.ts')).showTeamCommand(operand, terminal),
  ),
  command({
    name: 'team update',
    options: PROFILE_OPTIONS,
    operand: 'TEAM_ID',
    meaning: 'change the profile of a team; an empty value takes one away',
    run: async ({ values, operand }, terminal) =>
      (await import('./profile-commands.ts')).updateTeamCommand(values, operand, terminal),
  }),
  bare('team list', 'list the teams', async (terminal) =>
    (await import('./team-commands.ts')).listTeamsCommand(terminal),
  ),
]
