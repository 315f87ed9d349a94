// Binds the operations on people: sign-in, sessions, factors, invitations, setup, profile.
import type { ACCOUNT_OPERATIONS } from '../../../contract/account.ts'
import type { IDENTITY_OPERATIONS } from '../../../contract/identities.ts'
import { type Operation, partPermissionsOf } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import type { JOINING_OPERATIONS, PEOPLE_OPERATIONS, PROFILE_OPERATIONS } from '../../../contract/people.ts'
import { PERMISSIONS } from '../../../contract/permissions.ts'
import type { RoleTable } from '../../../contract/roles.ts'
import { GRANTS, KEY_ROLES, ROLE_MEANINGS, ROLE_PERMISSIONS, ROLES } from '../../../contract/roles.ts'
import type { FACTOR_OPERATIONS } from '../../../contract/second-factors.ts'
import type { SESSION_OPERATIONS, SETUP_OPERATIONS } from '../../../contract/sessions.ts'
import { timesOf } from '../../kernel/values/dates.ts'
import type { Bindings } from '../bindings.ts'
import type { World } from '../world.ts'
import { giveSecondFactor, prove } from './factors/judge.ts'
import {
  askForNewPasskey,
  askForPasskey,
  createPasskey,
  deletePasskey,
  renamePasskey,
  signInByPasskey,
} from './factors/passkeys.ts'
import { readFactors, readPasskeys } from './factors/read-factors.ts'
import { replaceCodes } from './factors/recovery-codes.ts'
import { confirmTotpSecret, removeTotp, startTotp } from './factors/totp.ts'
import {
  beginInvitedOidcFlow,
  beginOidcFlow,
  finishOidcFlow,
  readIdentities,
  readWays,
  unlinkIdentity,
} from './identities/identities.ts'
import {
  acceptInvitation,
  invitePerson,
  joinTeam,
  resendInvitation,
  showInvitation,
  withdrawInvitation,
} from './invitations.ts'
import { giverOf } from './members.ts'
import { askReset, completeReset } from './password-resets.ts'
import { askEmail, confirmEmail, profileView, updateProfile } from './profile.ts'
import { readSessions, signOut, signOutDevice, signOutEverywhere } from './sessions.ts'
import type { PeopleConfig } from './settings.ts'
import { readSetup, setUp } from './setup.ts'
import { signIn } from './sign-in.ts'
import { changeRole, leaveTeam, readInvitations, readPeople, removePerson } from './team-people.ts'

// Roles with the operations that each permission allows; constant, so computed once.

export function makeRoleTable(): RoleTable {
  const operations = Object.entries<Operation>(OPERATIONS)
  const people = new Set<string>(ROLES)
  return {
    roles: KEY_ROLES.map((name) => ({
      name,
      description: ROLE_MEANINGS[name],
      for_people: people.has(name),
      permissions: [...ROLE_PERMISSIONS[name]],
    })),
    permissions: PERMISSIONS.map((name) => ({
      name,
      description: GRANTS[name].meaning,
      operations: operations
        .filter(([, one]) => one.access === name || partPermissionsOf(one).includes(name))
        .map(([id]) => id),
    })),
  }
}

export function peopleRoutes(world: World): Bindings<typeof PEOPLE_OPERATIONS> {
  const table = makeRoleTable()
  return {
    'roles.list': () => table,
    'people.list': ({ owner, query, page, caller }) =>
      readPeople(world.pool, owner.teamId, page, timesOf(query, caller.team.time_zone)),
    'people.update': ({ scope, params, body, caller }) =>
      changeRole(world, scope, params.id, { input: body, giver: giverOf(caller) }),
    'people.remove': ({ scope, params, caller }) => removePerson(world, scope, params.id, giverOf(caller)),
    'invitations.list': ({ owner, query, page, caller }) =>
      readInvitations(world.pool, owner.teamId, page, timesOf(query, caller.team.time_zone)),
    'invitations.create': ({ scope, body, caller }) =>
      invitePerson(world, scope, body, { giver: giverOf(caller) }),
    'invitations.resend': ({ scope, params, caller }) =>
      resendInvitation(world, scope, params.id, giverOf(caller)),
    'invitations.withdraw': ({ scope, params, caller }) =>
      withdrawInvitation(world, scope, params.id, giverOf(caller)),
  }
}

export function joiningRoutes(world: World<PeopleConfig>): Bindings<typeof JOINING_OPERATIONS> {
  return {
    'invitations.show': ({ body }) => showInvitation(world, body.token),
    'invitations.accept': ({ body, browser }) => acceptInvitation(world, body, browser),
    'invitations.identify': ({ body, browser }) => beginInvitedOidcFlow(world, body, browser),
    'profile.joinTeam': ({ body, person, by }) => joinTeam(world, person, body.token, by),
    'profile.leaveTeam': ({ params, person, by }) => leaveTeam(world, person, params.id, by),
  }
}

export function accountRoutes(world: World): Bindings<typeof ACCOUNT_OPERATIONS> {
  return {
    'passwordResets.create': ({ body, browser }) => askReset(world, body, browser),
    'passwordResets.complete': ({ body, browser }) => completeReset(world, body, browser),
    'profile.askEmail': ({ person, by, body }) => askEmail(world, { person, by }, body),
    'profile.confirmEmail': ({ body, browser }) => confirmEmail(world, body, browser),
  }
}

export function factorRoutes(world: World<PeopleConfig>): Bindings<typeof FACTOR_OPERATIONS> {
  return {
    'factors.read': ({ person }) => readFactors(world, person),
    'totp.start': (asking) => startTotp(world, asking),
    'totp.confirm': ({ body, ...asking }) => confirmTotpSecret(world, asking, body.code),
    'totp.remove': (asking) => removeTotp(world, asking),
    'recoveryCodes.replace': (asking) => replaceCodes(world, asking),
    'passkeys.list': ({ person }) => readPasskeys(world, person.person.id),
    'passkeys.options': ({ person }) => askForNewPasskey(world, person),
    'passkeys.create': ({ body, ...asking }) => createPasskey(world, asking, body),
    'passkeys.rename': ({ params, body, ...asking }) => renamePasskey(world, asking, params.id, body.name),
    'passkeys.delete': ({ params, ...asking }) => deletePasskey(world, asking, params.id),
    'identities.list': ({ person }) => readIdentities(world, person.person.id),
    'identities.unlink': ({ params, ...asking }) => unlinkIdentity(world, asking, params.id),
    'sessions.proofOptions': ({ person }) => askForPasskey(world, 'proof', person),
    'sessions.prove': ({ body, ...asking }) => prove(world, asking, body),
    'sessions.secondFactorOptions': ({ person }) => askForPasskey(world, 'second_factor', person),
    'sessions.secondFactor': ({ body, browser, ...asking }) => giveSecondFactor(world, asking, browser, body),
    'sessions.passkeyOptions': () => askForPasskey(world, 'sign_in', null),
    'sessions.passkey': ({ body, browser }) => signInByPasskey(world, body.passkey, browser),
  }
}

export function identityRoutes(world: World<PeopleConfig>): Bindings<typeof IDENTITY_OPERATIONS> {
  return {
    'signIn.ways': () => readWays(world),
    'signIn.begin': ({ params, browser }) => beginOidcFlow(world, params.provider, browser),
    'signIn.finish': ({ params, query, browser }) => finishOidcFlow(world, params.provider, query, browser),
  }
}

export function sessionRoutes(world: World<PeopleConfig>): Bindings<typeof SESSION_OPERATIONS> {
  return {
    'sessions.create': ({ body, browser }) => signIn(world, body, browser),
    'sessions.list': ({ person }) => readSessions(world, person),
    'sessions.endCurrent': ({ person, browser }) => signOut(world, person, browser),
    'sessions.end': ({ person, params }) => signOutDevice(world, person, params.id),
    'sessions.endAll': ({ person, browser }) => signOutEverywhere(world, person, browser),
  }
}

export function setupRoutes(world: World<PeopleConfig>): Bindings<typeof SETUP_OPERATIONS> {
  return {
    'setup.read': () => readSetup(world.pool),
    'setup.create': ({ body, browser }) => setUp(world, body, browser),
  }
}

export function profileRoutes(world: World): Bindings<typeof PROFILE_OPERATIONS> {
  return {
    'profile.read': ({ person }) => profileView(person),
    'profile.update': ({ person, body, by }) => updateProfile(world, { person, by }, body),
  }
}
