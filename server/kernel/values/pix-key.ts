// Pix keys as people write them, and as banks register them.
import { bareTaxId, isCnpj, isCpf } from '../../../contract/tax-ids.ts'

const EMAIL = /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/
const RANDOM = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** A mobile number or a fixed line, with the area code. */
const PHONE = /^\+55[1-9][1-9](?:9\d{8}|[2-5]\d{7})$/
const EMAIL_LENGTH_MAX = 77

/**
 * The key as banks register it; null for anything else. A phone needs its +55, because eleven digits are a CPF.
 */
export function readPixKey(text: string): string | null {
  const written = text.trim()
  const lower = written.toLowerCase()
  if (lower.includes('@')) return EMAIL.test(lower) && lower.length <= EMAIL_LENGTH_MAX ? lower : null
  if (RANDOM.test(lower)) return lower
  if (written.startsWith('+')) {
    const phone = written.replace(/[\s().-]/g, '')
    return PHONE.test(phone) ? phone : null
  }
  return isCpf(written) || isCnpj(written) ? bareTaxId(written) : null
}
