// The payer as Asaas knows it: it charges nobody who is not stored there by name and CPF or CNPJ. Ours are told apart
// from those that the account's owner keeps there, which are left alone; and Asaas sends them nothing, as we do that.
import { bareTaxId } from '../../../kernel/values/tax-ids.ts'
import { asFields, type Fields } from '../pix/json-fields.ts'
import type { ChargeOrder, Outcome, Rejected } from '../port.ts'
import { pageOf } from './asaas-json.ts'
import { type AsaasLine, UNFIT } from './asaas-line.ts'

export const NO_DOCUMENT: Rejected = {
  outcome: 'rejected',
  reason: 'the bank makes no charge for a payer without CPF or CNPJ',
  cause: 'payer',
}
const CUSTOMER_ID = /^cus_[a-zA-Z0-9]{1,60}$/
const NAME_MAX = 100

/** The id of the payer's record, made or renamed where it has to be. */
export async function customerFor(line: AsaasLine, payer: ChargeOrder['payer']): Promise<Outcome<string>> {
  if (payer === null || payer.document === null) return NO_DOCUMENT
  const cpfCnpj = bareTaxId(payer.document)
  const name = [...payer.name.trim()].slice(0, NAME_MAX).join('')
  const externalReference = `embarque:${cpfCnpj}`
  const found = await line.get('/customers', { externalReference, limit: '10' })
  if (found.outcome !== 'confirmed') return found
  const page = pageOf(found.value)
  if (page === null) return UNFIT
  const known = page.items.map(asFields).find((one) => one?.deleted !== true)
  if (known === undefined || known === null)
    return idIn(
      await line.post('/customers', { name, cpfCnpj, externalReference, notificationDisabled: true }),
    )
  const id = idIn({ outcome: 'confirmed', value: known })
  if (id.outcome !== 'confirmed' || known.name === name) return id
  return idIn(await line.put(`/customers/${id.value}`, { name }))
}

function idIn(answer: Outcome<Fields>): Outcome<string> {
  if (answer.outcome !== 'confirmed') return answer
  const { id } = answer.value
  return typeof id === 'string' && CUSTOMER_ID.test(id) ? { outcome: 'confirmed', value: id } : UNFIT
}
