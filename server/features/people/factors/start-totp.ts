// Shows the secret of an authenticator app. It counts once a code of it was confirmed; a former one stays until then.
import type { TotpSetup } from '../../../../contract/second-factors.ts'
import { qrSvg } from '../../../render/codes/qr-image.ts'
import type { World } from '../../world.ts'
import { type Asking, changePerson } from '../change-person.ts'
import { demandProof } from './demand-proof.ts'
import { SERVICE_NAME } from './relying-party.ts'
import { newTotpSecret, totpUri, typedSecret } from './totp.ts'
import { sealTotpSecret } from './totp-secret.ts'
import { setPendingTotp } from './totp-store.ts'

export async function startTotp(world: World, asking: Asking): Promise<TotpSetup> {
  const { person, session } = asking.person
  const secret = newTotpSecret()
  await changePerson(world, asking, async (tx) => {
    await demandProof(tx, session.id, tx.now)
    await setPendingTotp(tx, person.id, sealTotpSecret(world, person.id, secret), tx.now)
  })
  const uri = totpUri(secret, SERVICE_NAME, person.email)
  return { secret: typedSecret(secret), uri, qr_svg: qrSvg(uri, 'QR Code').markup }
}
