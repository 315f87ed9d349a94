// The state of a bank with the API Pix: charges, payments and refunds, and its error responses.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../server/kernel/process/clock.ts'
import { dynamicBrCode } from './fake-br-code.ts'
import { amountOn, bankDay, type Components, type DueDateTerms, dueDateFaults } from './fake-due-dates.ts'
import { type MandateBooks, makeMandateBooks } from './fake-mandate-books.ts'

export interface FakeCall {
  method: string
  /** Without the API's own address. */
  path: string
  query: Record<string, string>
  /** Parsed if it is JSON. */
  body: unknown
}

export interface FakeAnswer {
  status: number
  /** A text is sent unchanged. */
  body: unknown
}

export interface FakePayment {
  endToEndId: string
  txid: string
  valor: string
  /** Of a charge with a due date, unless the bank leaves it out. */
  componentesValor?: Components
  chave: string
  horario: string
  devolucoes?: FakeRefund[]
}

export interface FakeRefund {
  id: string
  rtrId: string
  valor: string
  natureza: 'ORIGINAL' | 'MED_OPERACIONAL' | 'MED_FRAUDE'
  horario: { solicitacao: string; liquidacao?: string }
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO'
  motivo?: string
}

/** A return by the bank itself: by default, one requested by the payer's bank. */
export interface GivenBack extends Partial<Pick<FakeRefund, 'natureza' | 'motivo' | 'status'>> {
  amount?: string
}

export interface FakeCharge {
  txid: string
  tipo: 'cob' | 'cobv'
  revisao: number
  status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP'
  calendario: Record<string, unknown>
  valor: { original: string } & DueDateTerms
  chave: string
  devedor?: Record<string, string>
  solicitacaoPagador?: string
  location: string
  /** Of a charge with a due date. */
  recebedor?: Record<string, string>
  pixCopiaECola?: string
}

export interface Books {
  charges: Map<string, FakeCharge>
  payments: FakePayment[]
  webhooks: Map<string, string>
  mandates: MandateBooks
  /** Some banks refuse a known id instead of repeating the response. */
  refusesKnownIds: boolean
  pageSizeMax: number
  /** Some banks limit the range of a query. */
  rangeDaysMax: number
  answer(call: FakeCall): FakeAnswer
  /** The payer's bank asks for what is to be paid today; fails if the charge cannot be paid any more. */
  pay(txid: string, amount?: string): FakePayment
  /** Banks may leave out of what parts an amount consists. */
  namesComponents: boolean
  /** Some banks demand the whole address of a payer of a charge with a due date. */
  demandsAddress: boolean
  /** Days without banks where the payer lives, besides weekends. */
  holidays: Set<string>
  giveBack(endToEndId: string, options?: GivenBack): FakeRefund
  /** The outcome of refunds requested from now on. */
  refundsEnd: FakeRefund['status']
  /** Ends a refund in progress. */
  settle(refund: FakeRefund, status: FakeRefund['status']): void
}

type Body = Record<string, unknown>

const NAMES = { cob: 'Cob', cobv: 'CobV' } as const
const RECEIVER = {
  cnpj: '56989000019533',
  nome: 'Agência Sol Ltda.',
  logradouro: 'Rua 15 Numero 1200, Bairro São Luiz',
  cidade: 'São Paulo',
  uf: 'SP',
  cep: '70800100',
}

export function makeBooks(pixKey: string, clock: Clock): Books {
  const charges: Books['charges'] = new Map()
  const payments: FakePayment[] = []
  const webhooks: Books['webhooks'] = new Map()

  function put(tipo: FakeCharge['tipo'], txid: string, body: Body): FakeAnswer {
    const faults = chargeFaults(tipo, txid, body, pixKey)
    if (tipo === 'cobv') faults.push(...dueDateFaults(body, bankDay(clock.now()), books.demandsAddress))
    if (faults.length > 0)
      return problem(400, `${NAMES[tipo]}OperacaoInvalida`, 'A cobrança não respeita o schema.', faults)
    const known = charges.get(txid)
    if (known !== undefined && (known.status !== 'ATIVA' || known.tipo !== tipo || books.refusesKnownIds)) {
      return problem(
        books.refusesKnownIds ? 409 : 400,
        `${NAMES[tipo]}OperacaoInvalida`,
        'O txid já foi utilizado.',
      )
    }
    const location = `pix.example.com/qr/v2/${tipo === 'cobv' ? 'cobv/' : ''}${randomBytes(16).toString('hex')}`
    const charge: FakeCharge = {
      ...(body as unknown as FakeCharge),
      calendario: {
        criacao: clock.now().toISOString(),
        ...known?.calendario,
        ...(tipo === 'cobv' && { validadeAposVencimento: 30 }),
        ...(body.calendario as object),
      },
      ...(tipo === 'cobv' && { recebedor: RECEIVER }),
      txid,
      tipo,
      revisao: known === undefined ? 0 : known.revisao + 1,
      status: 'ATIVA',
      location: known?.location ?? location,
      pixCopiaECola:
        known?.pixCopiaECola ?? dynamicBrCode(location, { name: 'Agencia Sol', city: 'SAO PAULO' }),
    }
    charges.set(txid, charge)
    return { status: 201, body: shown(charge) }
  }

  function get(tipo: FakeCharge['tipo'], txid: string): FakeAnswer {
    const charge = charges.get(txid)
    if (charge?.tipo !== tipo) return problem(404, `${NAMES[tipo]}NaoEncontrada`, 'Cobrança não encontrada.')
    return { status: 200, body: shown(charge) }
  }

  function patch(tipo: FakeCharge['tipo'], txid: string, body: Body): FakeAnswer {
    const charge = charges.get(txid)
    if (charge?.tipo !== tipo) return problem(404, `${NAMES[tipo]}NaoEncontrada`, 'Cobrança não encontrada.')
    const isRemoval = Object.keys(body).length === 1 && body.status === 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
    if (!isRemoval || charge.status !== 'ATIVA') {
      return problem(400, `${NAMES[tipo]}OperacaoInvalida`, 'A cobrança não está ATIVA.')
    }
    charge.status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
    charge.revisao++
    return { status: 200, body: shown(charge) }
  }

  function listCharges(query: Record<string, string>): FakeAnswer {
    const { inicio = '', fim = '' } = query
    if (!(Date.parse(fim) >= Date.parse(inicio)))
      return problem(400, 'CobVConsultaInvalida', 'Os parâmetros da consulta não fazem sentido.')
    const paging = pagingOf(query, 0)
    return { status: 200, body: { parametros: { inicio, fim, paginacao: paging }, cobs: [] } }
  }

  function shown({ tipo: _, ...charge }: FakeCharge): object {
    const pix = payments.filter(({ txid }) => txid === charge.txid)
    return pix.length === 0 ? charge : { ...charge, pix }
  }

  function list(query: Record<string, string>): FakeAnswer {
    const { inicio = '', fim = '', txIdPresente, devolucaoPresente } = query
    const { paginaAtual: page, itensPorPagina: size } = pagingOf(query, 0)
    const isTooLong = Date.parse(fim) - Date.parse(inicio) > books.rangeDaysMax * 86_400_000
    if (!(Date.parse(fim) >= Date.parse(inicio)) || isTooLong || !(page >= 0) || !(size > 0)) {
      return problem(400, 'PixConsultaInvalida', 'Os parâmetros da consulta não fazem sentido.')
    }
    const found = payments.filter(({ horario, txid, devolucoes = [] }) => {
      const isAsked =
        devolucaoPresente === undefined || devolucoes.length > 0 === (devolucaoPresente === 'true')
      const isWithin = Date.parse(horario) >= Date.parse(inicio) && Date.parse(horario) <= Date.parse(fim)
      return isAsked && isWithin && (txIdPresente !== 'true' || txid !== '')
    })
    const paginacao = pagingOf(query, found.length)
    const pix = found.slice(page * size, (page + 1) * size)
    return { status: 200, body: { parametros: { inicio, fim, paginacao }, pix } }
  }

  function pagingOf(query: Record<string, string>, found: number) {
    const itensPorPagina = Math.min(Number(query['paginacao.itensPorPagina'] ?? 100), books.pageSizeMax)
    return {
      paginaAtual: Number(query['paginacao.paginaAtual'] ?? 0),
      itensPorPagina,
      quantidadeDePaginas: Math.max(1, Math.ceil(found / itensPorPagina)),
      quantidadeTotalDeItens: found,
    }
  }

  function refund(method: string, endToEndId: string, id: string, body: Body): FakeAnswer {
    const payment = payments.find((one) => one.endToEndId === endToEndId)
    const known = payment?.devolucoes?.find((one) => one.id === id)
    if (method === 'GET') {
      return known === undefined
        ? problem(404, 'PixDevolucaoNaoEncontrada', 'Devolução não encontrada.')
        : { status: 200, body: known }
    }
    if (payment === undefined) return problem(404, 'PixNaoEncontrado', 'Pix não encontrado.')
    if (known !== undefined && (books.refusesKnownIds || known.valor !== body.valor)) {
      return problem(400, 'PixDevolucaoInvalida', 'O id já foi utilizado por outra devolução.')
    }
    if (known !== undefined) return { status: 201, body: known }
    const valor = `${body.valor}`
    if (!isAmount(valor) || returnedCents(payment) + centsOf(valor) > centsOf(payment.valor)) {
      return problem(400, 'PixDevolucaoInvalida', 'A devolução excederia o valor do Pix.')
    }
    return { status: 201, body: addReturn(payment, { id, valor, natureza: 'ORIGINAL' }, books.refundsEnd) }
  }

  function addReturn(
    payment: FakePayment,
    wanted: Pick<FakeRefund, 'id' | 'valor' | 'natureza'>,
    status: FakeRefund['status'],
  ): FakeRefund {
    const solicitacao = clock.now().toISOString()
    const rtrId = `D12345678${solicitacao.replace(/\D/g, '').slice(0, 12)}${randomText()}`
    const made: FakeRefund = { ...wanted, rtrId, horario: { solicitacao }, status: 'EM_PROCESSAMENTO' }
    payment.devolucoes = [...(payment.devolucoes ?? []), made]
    settle(made, status)
    return made
  }

  function settle(refund: FakeRefund, status: FakeRefund['status']): void {
    refund.status = status
    if (status === 'DEVOLVIDO') refund.horario.liquidacao = clock.now().toISOString()
    if (status === 'NAO_REALIZADO') refund.motivo = 'Saldo insuficiente.'
  }

  function webhook(key: string, { webhookUrl }: Body): FakeAnswer {
    if (key !== pixKey) return problem(400, 'WebhookOperacaoInvalida', 'A chave não pertence a este usuário.')
    if (!/^https:/.test(String(webhookUrl))) return problem(400, 'WebhookOperacaoInvalida', 'URL inválida.')
    webhooks.set(key, String(webhookUrl))
    return { status: 200, body: '' }
  }

  const books: Books = {
    charges,
    payments,
    webhooks,
    mandates: makeMandateBooks({ charges, payments, pay: (txid, amount) => books.pay(txid, amount) }, clock),
    refusesKnownIds: false,
    pageSizeMax: 1_000,
    rangeDaysMax: Number.POSITIVE_INFINITY,
    namesComponents: true,
    demandsAddress: false,
    holidays: new Set(),
    refundsEnd: 'EM_PROCESSAMENTO',
    settle,
    answer({ method, path, query, body }) {
      const ofMandates = books.mandates.answer({ method, path, query, body })
      if (ofMandates !== null) return ofMandates
      const [, what = '', id = '', devolucao, refundId = ''] = path.split('/')
      const fields = (body ?? {}) as Body
      if (what === 'cobv' && id === '') return listCharges(query)
      if (what === 'cob' || what === 'cobv') {
        if (method === 'PUT') return put(what, id, fields)
        return method === 'PATCH' ? patch(what, id, fields) : get(what, id)
      }
      if (what === 'pix' && devolucao === 'devolucao') return refund(method, id, refundId, fields)
      if (what === 'pix' && id === '' && method === 'GET') return list(query)
      if (what === 'webhook' && method === 'PUT') return webhook(decodeURIComponent(id), fields)
      return problem(404, 'NaoEncontrado', 'Entidade não encontrada.')
    },
    pay(txid, amount) {
      const charge = charges.get(txid)
      if (charge === undefined) throw new Error(`the bank has no charge ${txid}`)
      const horario = clock.now().toISOString()
      const minute = horario.replace(/\D/g, '').slice(0, 12)
      const endToEndId = `E12345678${minute}${randomText()}`
      const due = charge.tipo === 'cob' ? null : amountOn(charge, bankDay(clock.now()), books.holidays)
      if (due === 'over') throw new Error(`the charge ${txid} can no longer be paid`)
      const payment = {
        endToEndId,
        txid,
        valor: amount ?? due?.valor ?? charge.valor.original,
        ...(due !== null &&
          amount === undefined &&
          books.namesComponents && { componentesValor: due.components }),
        chave: charge.chave,
        horario,
      }
      payments.push(payment)
      charge.status = 'CONCLUIDA'
      return payment
    },
    giveBack(endToEndId, { amount, natureza = 'MED_FRAUDE', motivo, status = 'DEVOLVIDO' } = {}) {
      const payment = payments.find((one) => one.endToEndId === endToEndId)
      if (payment === undefined) throw new Error(`the bank has no payment ${endToEndId}`)
      const valor = amount ?? payment.valor
      const made = addReturn(payment, { id: `med${randomText()}`, valor, natureza }, status)
      return motivo === undefined ? made : Object.assign(made, { motivo })
    },
  }
  return books
}

export function problem(
  status: number,
  name: string,
  detail: string,
  violacoes: { propriedade: string; razao: string; valor: string }[] = [],
): FakeAnswer {
  const type = `https://pix.bcb.gov.br/api/v2/error/${name}`
  return { status, body: { type, title: 'Operação inválida.', status, detail, violacoes } }
}

function chargeFaults(tipo: FakeCharge['tipo'], txid: string, body: Body, pixKey: string) {
  const faults: { propriedade: string; razao: string; valor: string }[] = []
  const expect = (propriedade: string, isFit: boolean, valor: unknown) => {
    if (!isFit)
      faults.push({
        propriedade: `${tipo}.${propriedade}`,
        razao: 'Não respeita o schema.',
        valor: `${valor}`,
      })
  }
  const { calendario, devedor, valor, chave, solicitacaoPagador = '' } = body
  const { expiracao, dataDeVencimento, validadeAposVencimento } = (calendario ?? {}) as Record<
    string,
    unknown
  >
  if (tipo === 'cob')
    expect('calendario.expiracao', Number.isInteger(expiracao) && Number(expiracao) > 0, expiracao)
  else {
    expect('calendario.dataDeVencimento', /^\d{4}-\d\d-\d\d$/.test(`${dataDeVencimento}`), dataDeVencimento)
    expect('calendario.validadeAposVencimento', Number(validadeAposVencimento) >= 0, validadeAposVencimento)
  }
  const { original } = (valor ?? {}) as Record<string, unknown>
  expect('txid', /^[a-zA-Z0-9]{26,35}$/.test(txid), txid)
  expect('valor.original', isAmount(original), original)
  expect('chave', chave === pixKey, chave)
  expect('solicitacaoPagador', [...String(solicitacaoPagador)].length <= 140, solicitacaoPagador)
  const none = tipo === 'cob' ? { cpf: '00000000000', nome: 'x' } : {}
  const { cpf, cnpj, nome } = (devedor ?? none) as Record<string, unknown>
  const isPerson = /^\d{11}$/.test(`${cpf}`) !== /^[0-9A-Z]{12}\d\d$/.test(`${cnpj}`)
  expect('devedor', isPerson && typeof nome === 'string' && nome.length <= 200, nome)
  return faults
}

function isAmount(value: unknown): boolean {
  return typeof value === 'string' && /^\d{1,10}\.\d{2}$/.test(value) && Number(value) > 0
}

/** Failed refunds were not returned. */
function returnedCents({ devolucoes = [] }: FakePayment): bigint {
  const under = devolucoes.filter(({ status }) => status !== 'NAO_REALIZADO')
  return under.reduce((sum, { valor }) => sum + centsOf(valor), 0n)
}

/** The eleven letters and digits at the end of the ids of a Pix and of its return. */
function randomText(): string {
  return randomBytes(6).toString('hex').slice(0, 11)
}

function centsOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}
