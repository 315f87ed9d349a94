// Recovery codes: created, replaced, hashed.
import { hash } from 'node:crypto'
import type { NewRecoveryCodes } from '../../../../contract/second-factors.ts'
import { randomToken } from '../../../kernel/crypto/secret-box.ts'
import { fail } from '../../../kernel/values/fail.ts'
import type { World } from '../../world.ts'
import { type Asking, changePerson, type PersonTx } from '../change-person.ts'
import { countRecoveryCodes, demandProof, replaceRecoveryCodes, secondFactorsOf } from './store.ts'

// Codes on paper for who has lost everything else: so long that a plain hash of each can be stored.

/** How many a person has. */
const CODES = 10
/** 16 characters: nobody can try 80 bits, even against the stored hashes. */
const CODE_BYTES = 10

/** As they are shown, once: `k3m9-7qw2-...`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => randomToken(CODE_BYTES).replaceAll(/(.{4})(?=.)/g, '$1-'))
}

/** Bound to the person, and the same however the code is typed: capitals, spaces, and letters that look like digits. */
export function hashRecoveryCode(personId: string, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '')
  const meant = plain.replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return hash('sha256', `${personId} ${meant}`, 'buffer')
}

// Gives somebody ten recovery codes. They exist in the answer alone, and those before them are over.

export async function replaceCodes(world: World, asking: Asking): Promise<NewRecoveryCodes> {
  const { person, session } = asking.person
  return changePerson(world, asking, async (tx) => {
    await demandProof(tx, session.id, tx.now)
    if ((await secondFactorsOf(tx, person.id)).length === 0) fail('no_second_factor')
    tx.tellOf('recovery_codes_replaced')
    return { recovery_codes: await makeCodes(tx, person.id) }
  })
}

/** With a factor where there were none; null where there are some. */
export async function firstRecoveryCodes(tx: PersonTx, personId: string): Promise<string[] | null> {
  return (await countRecoveryCodes(tx, personId)) > 0 ? null : makeCodes(tx, personId)
}

/** Once there is nothing that they could stand in for. */
export async function dropUselessCodes(tx: PersonTx, personId: string): Promise<void> {
  if ((await secondFactorsOf(tx, personId)).length === 0) await replaceRecoveryCodes(tx, personId, [], tx.now)
}

async function makeCodes(tx: PersonTx, personId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(personId, code))
  await replaceRecoveryCodes(tx, personId, hashes, tx.now)
  return codes
}
