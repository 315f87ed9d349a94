// Recovery codes: created, replaced, hashed.
import { hash } from 'node:crypto'
import type { NewRecoveryCodes } from '../../../../contract/second-factors.ts'
import { randomToken } from '../../../kernel/crypto/secret-box.ts'
import { fail } from '../../../kernel/values/fail.ts'
import type { World } from '../../world.ts'
import { type Asking, changePerson, type PersonTx } from '../change-person.ts'
import { demandProof, secondFactorsOf } from './proofs.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from './store.ts'

/** How many codes a person gets. */
const CODES = 10
/** 16 characters: 80 bits cannot be guessed, even against the stored hashes, so a plain hash is enough. */
const CODE_BYTES = 10

/** As shown, once: `k3m9-7qw2-...`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => randomToken(CODE_BYTES).replaceAll(/(.{4})(?=.)/g, '$1-'))
}

/** Bound to the person, and independent of capitals, spaces, and letters that look like digits. */
export function hashRecoveryCode(personId: string, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '')
  const meant = plain.replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return hash('sha256', `${personId} ${meant}`, 'buffer')
}

/** Creates ten recovery codes and replaces the former ones. Only the response contains them. */
export async function replaceCodes(world: World, asking: Asking): Promise<NewRecoveryCodes> {
  const { person, session } = asking.person
  return changePerson(world, asking, async (tx) => {
    await demandProof(tx, session.id, tx.now)
    if ((await secondFactorsOf(tx, person.id)).length === 0) fail('no_second_factor')
    tx.notify('recovery_codes_replaced')
    return { recovery_codes: await makeCodes(tx, person.id) }
  })
}

/** Codes for a first factor; null if the person has codes. */
export async function firstRecoveryCodes(tx: PersonTx, personId: string): Promise<string[] | null> {
  return (await countRecoveryCodes(tx, personId)) > 0 ? null : makeCodes(tx, personId)
}

/** Deletes the codes once no factor is left that they could replace. */
export async function dropUselessCodes(tx: PersonTx, personId: string): Promise<void> {
  if ((await secondFactorsOf(tx, personId)).length === 0) await replaceRecoveryCodes(tx, personId, [], tx.now)
}

async function makeCodes(tx: PersonTx, personId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(personId, code))
  await replaceRecoveryCodes(tx, personId, hashes, tx.now)
  return codes
}
