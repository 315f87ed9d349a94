// The data of the fake Asaas: customers, payments with their refunds, and webhooks of an account.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../server/kernel/process/clock.ts'
import type { FakeAsaasPayment, FakeAsaasRefund, FakeAuthorization } from './asaas-schema.ts'
import { type AsaasCardBooks, makeAsaasCards } from './fake-asaas-cards.ts'
import { compositeBrCode, dynamicBrCode } from './fake-br-code.ts'

// Boleto numbers like a bank's, written independently of our rules for comparison.

/** The 44 digits: bank, real, check, days since 1997-10-07 in their second round, amount, free field. */
function bankBarcode(bank: string, dueDate: string, amount: number, freeField: string): string {
  const days = (Date.parse(dueDate) - Date.parse('1997-10-07')) / 86_400_000
  const factor = days > 9_999 ? days - 9_000 : days
  const rest = `${factor}${String(Math.round(amount * 100)).padStart(10, '0')}${freeField}`
  const weighed = [...`${bank}9${rest}`].reverse().map((digit, place) => Number(digit) * ((place % 8) + 2))
  const left = 11 - (sum(weighed) % 11)
  return `${bank}9${left >= 10 ? 1 : left}${rest}`
}

/** The 47 digits that payers type. */
function bankLine(barcode: string): string {
  const free = barcode.slice(19)
  const fields = [barcode.slice(0, 4) + free.slice(0, 5), free.slice(5, 15), free.slice(15)]
  return fields.map((field) => field + lineCheck(field)).join('') + barcode[4] + barcode.slice(5, 19)
}

function lineCheck(field: string): number {
  const products = [...field].reverse().map((digit, place) => Number(digit) * (place % 2 === 0 ? 2 : 1))
  return (10 - (sum(products.flatMap((product) => [...String(product)].map(Number))) % 10)) % 10
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

export interface AsaasCall {
  method: string
  path: string
  query: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any
}

export interface AsaasAnswer {
  status: number
  body: object | null
}

interface FakeCustomer {
  object: 'customer'
  id: string
  name: string
  cpfCnpj: string
  externalReference: string
  deleted: boolean
}

type AccountPart = 'general' | 'commercialInfo' | 'bankAccountInfo' | 'documentation'

export interface AsaasBooks {
  customers: FakeCustomer[]
  /** CPFs and CNPJs that it rejects as unknown. */
  refusedDocuments: string[]
  payments: FakeAsaasPayment[]
  authorizations: FakeAuthorization[]
  /** Pix Automático is enabled on request. */
  hasMandates: boolean
  /** The payer pays the composite code, which activates the authorization. */
  accept(id: string): FakeAsaasPayment
  /** Ends an authorization, with the charges that name it. */
  endAuthorization(id: string, status: FakeAuthorization['status']): void
  /** What Asaas knows of the account itself. */
  account: { pixKeys: string[]; status: Record<AccountPart, string> }
  webhooks: { id: string; url: string; authToken: string; [field: string]: unknown }[]
  /** The outcome of refunds requested from now on. */
  refundsEnd: FakeAsaasRefund['status']
  /** Some of its responses omit refunds. */
  tellsRefunds: boolean
  pageSizeMax: number
  answer(call: AsaasCall): AsaasAnswer
  /** The payments of a charge that were not removed. */
  of(txid: string): FakeAsaasPayment[]
  /** The payer pays; the status is `received` by default. */
  pay(txid: string, options?: { status?: FakeAsaasPayment['status']; amount?: number }): FakeAsaasPayment
  cards: AsaasCardBooks
  giveBack(txid: string, amount: number, status?: FakeAsaasRefund['status']): FakeAsaasRefund
}

const BANK = '461'
const FEE = 1.99

export function makeAsaasBooks(clock: Clock): AsaasBooks {
  const today = () => clock.now().toISOString().slice(0, 10)
  const moment = () => clock.now().toISOString().replace('T', ' ').slice(0, 19)
  const newId = (kind: string) => `${kind}_${randomBytes(8).toString('hex')}`
  const find = (id: string) => books.payments.find((payment) => payment.id === id)

  function make(body: AsaasCall['body']): AsaasAnswer {
    const { customer, billingType, dueDate, description, externalReference } = body
    const { installmentCount = 1, totalValue, pixAutomaticAuthorizationId = null } = body
    const value = body.value ?? totalValue
    const authorization = books.authorizations.find(({ id }) => id === pixAutomaticAuthorizationId)
    if (pixAutomaticAuthorizationId !== null && authorization?.status !== 'ACTIVE')
      return fault('invalid_action', 'A autorização do Pix Automático não está ativa.')
    if (!books.customers.some(({ id }) => id === customer))
      return fault('invalid_customer', 'Customer inválido.')
    if (dueDate < today())
      return fault('invalid_dueDate', 'Não é permitido data de vencimento inferior a hoje.')
    if ((body.value === undefined) !== installmentCount > 1)
      return fault('invalid_installmentCount', 'Informe value, ou installmentCount e totalValue.')
    if (body.callback && !body.callback.successUrl.startsWith(books.cards.site))
      return fault(
        'invalid_object',
        'A URL de sucesso precisa ser do domínio informado nos dados comerciais.',
      )
    if (billingType === 'CREDIT_CARD' && !books.cards.isApproved)
      return fault('invalid_billingType', 'O tipo de cobrança informado não está disponível para esta conta.')
    if (value / installmentCount < 5)
      return fault('invalid_value', 'O valor da cobrança deve ser maior ou igual a R$ 5,00.')
    const id = newId('pay')
    const payment: FakeAsaasPayment = {
      object: 'payment',
      id,
      dateCreated: today(),
      customer,
      value,
      netValue: Number((value - FEE).toFixed(2)),
      originalValue: null,
      description,
      billingType,
      status: 'PENDING',
      dueDate,
      paymentDate: null,
      clientPaymentDate: null,
      externalReference,
      deleted: false,
      nossoNumero: String(parseInt(id.slice(-8), 16)),
      bankSlipUrl: billingType === 'BOLETO' ? `https://www.asaas.com/b/pdf/${id.slice(4)}` : null,
      refunds: null,
      pixAutomaticAuthorizationId,
    }
    if (billingType === 'CREDIT_CARD')
      return { status: 200, body: books.cards.make(payment, installmentCount) }
    books.payments.push(payment)
    return { status: 200, body: payment }
  }

  function remove(payment: FakeAsaasPayment): AsaasAnswer {
    if (payment.status !== 'PENDING' && payment.status !== 'OVERDUE')
      return fault(
        'invalid_action',
        'Somente cobranças aguardando pagamento ou vencidas podem ser removidas.',
      )
    payment.deleted = true
    return { status: 200, body: { deleted: true, id: payment.id } }
  }

  function numbersOf({ dueDate, value, nossoNumero }: FakeAsaasPayment): AsaasAnswer {
    const barCode = bankBarcode(BANK, dueDate, value, `${nossoNumero}`.padStart(25, '0'))
    return {
      status: 200,
      body: { identificationField: bankLine(barCode), nossoNumero: `${nossoNumero}`, barCode },
    }
  }

  function codeOf({ id, dueDate }: FakeAsaasPayment): AsaasAnswer {
    const payload = dynamicBrCode(`qr.asaas.example/v2/${id}`, { name: 'Operador', city: 'JOINVILLE' })
    return { status: 200, body: { encodedImage: 'aGk=', payload, expirationDate: `${dueDate} 23:59:59` } }
  }

  function refund(payment: FakeAsaasPayment, { value, description }: AsaasCall['body']): AsaasAnswer {
    const left = payment.value - gone(payment)
    const isPaidCard = payment.billingType === 'CREDIT_CARD' && !payment.installment
    const isPaid = payment.status === 'RECEIVED' || (isPaidCard && payment.status === 'CONFIRMED')
    if (!(payment.billingType === 'PIX' || isPaidCard) || !isPaid || value > left + 0.001)
      return fault('invalid_action', 'Não é possível estornar esta cobrança.')
    addRefund(payment, value, description, books.refundsEnd)
    return { status: 200, body: shown(payment) }
  }

  function addRefund(
    payment: FakeAsaasPayment,
    value: number,
    description: string | null,
    status: FakeAsaasRefund['status'],
  ): FakeAsaasRefund {
    const made = {
      dateCreated: moment(),
      status,
      value,
      description,
      effectiveDate: null,
      endToEndIdentifier: null,
    }
    payment.refunds = [...(payment.refunds ?? []), made]
    if (gone(payment) >= payment.value) payment.status = status === 'DONE' ? 'REFUNDED' : 'REFUND_IN_PROGRESS'
    return made
  }

  function shown(payment: FakeAsaasPayment): FakeAsaasPayment {
    return books.tellsRefunds ? payment : { ...payment, refunds: null }
  }

  function list<T extends object>(
    all: T[],
    { limit = '10', offset = '0' }: Record<string, string>,
  ): AsaasAnswer {
    const size = Math.min(Number(limit), books.pageSizeMax)
    const data = all.slice(Number(offset), Number(offset) + size)
    const hasMore = Number(offset) + size < all.length
    return {
      status: 200,
      body: { object: 'list', hasMore, totalCount: all.length, limit: size, offset: Number(offset), data },
    }
  }

  function ofPixKeys(): AsaasAnswer {
    const data = books.account.pixKeys.map((key) => ({ id: key, key, type: 'EVP', status: 'ACTIVE' }))
    const totalCount = data.length
    return { status: 200, body: { object: 'list', hasMore: false, totalCount, limit: 1, offset: 0, data } }
  }

  function listPayments(query: Record<string, string>): AsaasAnswer {
    const { externalReference, pixQrCodeId, 'paymentDate[ge]': from, 'paymentDate[le]': to } = query
    const found = books.payments.filter((payment) => {
      const paid = payment.paymentDate ?? ''
      const isOfTime =
        (from === undefined || (paid !== '' && paid >= from)) && (to === undefined || paid <= to)
      const isOfCharge = externalReference === undefined || payment.externalReference === externalReference
      const isOfCode = pixQrCodeId === undefined || payment.pixQrCodeId === pixQrCodeId
      return !payment.deleted && isOfTime && isOfCharge && isOfCode
    })
    return list(found.map(shown), query)
  }

  function ofPayment(
    method: string,
    payment: FakeAsaasPayment,
    what: string,
    body: AsaasCall['body'],
  ): AsaasAnswer {
    if (what === 'identificationField') return numbersOf(payment)
    if (what === 'pixQrCode') return codeOf(payment)
    if (what === 'refunds') return list(payment.refunds ?? [], { limit: '100' })
    if (what === 'refund') return refund(payment, body)
    return method === 'DELETE' ? remove(payment) : { status: 200, body: shown(payment) }
  }

  function ofCustomers({ method, query, body }: AsaasCall, id: string): AsaasAnswer {
    if (method === 'GET')
      return list(
        books.customers.filter(({ externalReference }) => externalReference === query.externalReference),
        query,
      )
    if (method === 'POST') {
      if (books.refusedDocuments.includes(body.cpfCnpj))
        return fault('invalid_object', 'O CPF/CNPJ informado é inválido.')
      const made: FakeCustomer = { object: 'customer', id: newId('cus'), deleted: false, ...body }
      books.customers.push(made)
      return { status: 200, body: made }
    }
    const known = books.customers.find((customer) => customer.id === id)
    return known === undefined
      ? { status: 404, body: null }
      : { status: 200, body: Object.assign(known, body) }
  }

  function ofWebhooks({ method, query, body }: AsaasCall, id: string): AsaasAnswer {
    const webhookView = ({ authToken, ...webhook }: AsaasBooks['webhooks'][number]) => ({
      ...webhook,
      hasAuthToken: authToken !== '',
    })
    if (method === 'GET') return list(books.webhooks.map(webhookView), query)
    const known = books.webhooks.find((webhook) => webhook.id === id)
    if (method === 'PUT')
      return known === undefined
        ? { status: 404, body: null }
        : { status: 200, body: webhookView(Object.assign(known, body)) }
    if (books.webhooks.length >= 10) return fault('invalid_action', 'Limite de 10 webhooks atingido.')
    const made = { id: randomBytes(16).toString('hex'), ...body }
    books.webhooks.push(made)
    return { status: 200, body: webhookView(made) }
  }

  function ofAuthorizations({ method, query, body }: AsaasCall, id: string): AsaasAnswer {
    if (!books.hasMandates) return fault('invalid_action', 'A conta não tem acesso ao Pix Automático.')
    if (id === '' && method === 'GET')
      return list(
        books.authorizations.filter(({ customerId }) => (query.customerId ?? customerId) === customerId),
        query,
      )
    if (id === '') return authorize(body)
    const known = books.authorizations.find((one) => one.id === id)
    if (known === undefined) return { status: 404, body: null }
    if (method === 'DELETE') {
      if (known.status !== 'CREATED' && known.status !== 'ACTIVE')
        return fault('invalid_action', 'A autorização já foi encerrada.')
      books.endAuthorization(id, 'CANCELLED')
    }
    return { status: 200, body: known }
  }

  function authorize(body: AsaasCall['body']): AsaasAnswer {
    if (body.startDate < today()) return fault('invalid_startDate', 'A data de início está no passado.')
    const id = randomBytes(16).toString('hex')
    const { immediateQrCode, ...rest } = body
    const made: FakeAuthorization = {
      ...rest,
      id,
      status: 'CREATED',
      payload: compositeBrCode(`qr.asaas.example/v2/${id}`, `qr.asaas.example/rec/${id}`),
      encodedImage: 'aGk=',
      immediateQrCode: { conciliationIdentifier: `qr${id}`, expirationDate: `${today()} 23:59:59` },
    }
    books.authorizations.push(made)
    firstValues.set(id, immediateQrCode.originalValue)
    return { status: 200, body: made }
  }

  const firstValues = new Map<string, number>()

  const books: AsaasBooks = {
    authorizations: [],
    hasMandates: false,
    accept(id) {
      const authorization = books.authorizations.find((one) => one.id === id)
      if (authorization === undefined) throw new Error(`the bank has no authorization ${id}`)
      authorization.status = 'ACTIVE'
      // The payment belongs to the account of the payer, and names the code alone.
      const value = firstValues.get(id) ?? 0
      const payment: FakeAsaasPayment = {
        object: 'payment',
        id: newId('pay'),
        dateCreated: today(),
        customer: newId('cus'),
        value,
        netValue: value,
        originalValue: null,
        description: null,
        billingType: 'PIX',
        status: 'RECEIVED',
        dueDate: today(),
        paymentDate: today(),
        clientPaymentDate: today(),
        externalReference: null,
        deleted: false,
        nossoNumero: null,
        bankSlipUrl: null,
        refunds: null,
        pixQrCodeId: authorization.immediateQrCode.conciliationIdentifier,
      }
      books.payments.push(payment)
      return payment
    },
    endAuthorization(id, status) {
      for (const one of books.authorizations) if (one.id === id) one.status = status
      for (const payment of books.payments)
        if (payment.pixAutomaticAuthorizationId === id && payment.status === 'PENDING') payment.deleted = true
    },
    customers: [],
    refusedDocuments: [],
    payments: [],
    account: {
      pixKeys: ['5f84a4c5-c5cb-4599-9f13-7eb4d419dacc'],
      status: {
        general: 'APPROVED',
        commercialInfo: 'APPROVED',
        bankAccountInfo: 'APPROVED',
        documentation: 'APPROVED',
      },
    },
    webhooks: [],
    refundsEnd: 'DONE',
    tellsRefunds: true,
    pageSizeMax: 100,
    of: (txid) => books.payments.filter((one) => one.externalReference === txid && !one.deleted),
    answer(call) {
      const [, what = '', id = '', part = ''] = call.path.split('/')
      if (what === 'customers') return ofCustomers(call, id)
      if (what === 'webhooks') return ofWebhooks(call, id)
      if (what === 'installments') return books.cards.answer(call.method, id)
      if (what === 'myAccount') return { status: 200, body: { id: 'acc_1', ...books.account.status } }
      if (what === 'pix' && id === 'addressKeys') return ofPixKeys()
      if (what === 'pix') return ofAuthorizations(call, call.path.split('/')[4] ?? '')
      if (id === '') return call.method === 'POST' ? make(call.body) : listPayments(call.query)
      const payment = find(id)
      return payment === undefined
        ? { status: 404, body: null }
        : ofPayment(call.method, payment, part, call.body)
    },
    pay(txid, { status = 'RECEIVED', amount } = {}) {
      const payment = books.payments.find((one) => one.externalReference === txid)
      if (payment === undefined) throw new Error(`Asaas has no payment of ${txid}`)
      if (amount !== undefined) Object.assign(payment, { originalValue: payment.value, value: amount })
      const paidOn = payment.clientPaymentDate ?? today()
      const isReceived = status === 'RECEIVED'
      return Object.assign(payment, {
        status,
        clientPaymentDate: paidOn,
        paymentDate: isReceived ? paidOn : null,
      })
    },
    cards: makeAsaasCards(clock, () => books, addRefund),
    giveBack(txid, amount, status = 'DONE') {
      return addRefund(books.of(txid)[0]!, amount, null, status)
    },
  }
  return books
}

export function fault(code: string, description: string, status = 400): AsaasAnswer {
  return { status, body: { errors: [{ code, description }] } }
}

/** Cancelled refunds were not returned. */
function gone({ refunds }: FakeAsaasPayment): number {
  const under = (refunds ?? []).filter(({ status }) => status !== 'CANCELLED')
  return under.reduce((sum, { value }) => sum + value, 0)
}
