// The mandates (rec) of a bank with the API Pix and their charges (cobr), with a payer and the payer's bank.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../server/kernel/process/clock.ts'
import { compositeBrCode } from './fake-br-code.ts'
import { type Books, type FakeAnswer, type FakeCall, type FakePayment, problem } from './fake-psp-books.ts'

type Body = Record<string, unknown>

export interface FakeMandate {
  idRec: string
  status: 'CRIADA' | 'APROVADA' | 'REJEITADA' | 'EXPIRADA' | 'CANCELADA'
  vinculo: { objeto: string; contrato: string; devedor: { cpf?: string; cnpj?: string; nome: string } }
  calendario: { dataInicial: string; dataFinal?: string; periodicidade: string }
  valor: { valorRec: string }
  politicaRetentativa: 'NAO_PERMITE' | 'PERMITE_3R_7D'
  loc: { id: number; location: string; criacao: string; idRec: string }
  /** Of the first charge. */
  txid: string
  atualizacao: { status: string; data: string }[]
  encerramento?: object
}

interface FakeAttempt {
  dataLiquidacao: string
  tipo: 'AGND' | 'NTAG'
  endToEndId: string
  status: 'SOLICITADA' | 'AGENDADA' | 'PAGA' | 'CANCELADA' | 'REJEITADA' | 'EXPIRADA'
  rejeicao?: { codigo: string; descricao: string }
  atualizacao: { status: string; data: string }[]
}

export interface FakeMandateCharge {
  txid: string
  idRec: string
  status: 'CRIADA' | 'ATIVA' | 'CONCLUIDA' | 'EXPIRADA' | 'REJEITADA' | 'CANCELADA'
  infoAdicional?: string
  calendario: { criacao: string; dataDeVencimento: string }
  valor: { original: string }
  ajusteDiaUtil: boolean
  recebedor: object
  politicaRetentativa: FakeMandate['politicaRetentativa']
  tentativas: FakeAttempt[]
  atualizacao: { status: string; data: string }[]
  encerramento?: object
}

export interface MandateBooks {
  mandates: Map<string, FakeMandate>
  charges: Map<string, FakeMandateCharge>
  /** Addresses by what is reported there: rec, cobr. */
  webhooks: Map<string, string>
  /** Null if the call is about something else. */
  answer(call: FakeCall): FakeAnswer | null
  /** The only mandate that awaits its payer, or is accepted. */
  only(): FakeMandate
  /** The payer pays the composite code. */
  accept(idRec: string): FakePayment
  refuse(idRec: string, codigo?: string): void
  expire(idRec: string): void
  cancel(idRec: string, solicitante?: string, codigo?: string): void
  /** The payer's bank debits the account on the day of the attempt. */
  debit(txid: string): FakePayment
  /** It refuses: with a code, or for want of balance without one. */
  refuseDebit(txid: string, codigo?: string | null): void
}

const RECEIVER = { cnpj: '12345678000195', nome: 'Agencia Sol Ltda' }
/** Codes after which the charge ends. */
const FINAL = ['AC05', 'AM09', 'DENC', 'DS27', 'DTED', 'MIDI', 'MSUC', 'NITX', 'RC09']
const RETRIES_MAX = 3
const RETRY_DAYS = 7

export function makeMandateBooks(
  books: Pick<Books, 'charges' | 'payments' | 'pay'>,
  clock: Clock,
): MandateBooks {
  const mandates: MandateBooks['mandates'] = new Map()
  const charges: MandateBooks['charges'] = new Map()
  const webhooks: MandateBooks['webhooks'] = new Map()
  const places = new Map<number, { id: number; location: string; criacao: string; idRec?: string }>()
  const stamp = () => clock.now().toISOString()
  const today = () => clock.now().toISOString().slice(0, 10)
  const note = (status: string) => ({ status, data: stamp() })
  const invalid = (what: string, detail: string) => problem(400, `${what}OperacaoInvalida`, detail)

  function newPlace(): FakeAnswer {
    const id = 100 + places.size
    const location = `pix.example.com/qr/v2/rec/${randomBytes(16).toString('hex')}`
    const place = { id, location, criacao: stamp() }
    places.set(id, place)
    return { status: 201, body: place }
  }

  function createMandate(body: Body): FakeAnswer {
    const { vinculo, calendario, valor, politicaRetentativa, loc, ativacao } =
      body as unknown as FakeMandate & {
        loc: number
        ativacao: { dadosJornada: { txid: string } }
      }
    const place = places.get(loc)
    const { txid } = ativacao.dadosJornada
    if (place === undefined || place.idRec !== undefined) return invalid('Rec', 'O location está em uso.')
    if (calendario.dataInicial < today()) return invalid('Rec', 'dataInicial é anterior à criação.')
    if (calendario.dataFinal !== undefined && calendario.dataFinal < calendario.dataInicial)
      return invalid('Rec', 'dataFinal é anterior a dataInicial.')
    if (books.charges.get(txid)?.status !== 'ATIVA') return invalid('Rec', 'A cobrança não está ATIVA.')
    const day = today().replaceAll('-', '')
    const idRec = `R${politicaRetentativa === 'NAO_PERMITE' ? 'N' : 'R'}12345678${day}${randomText()}`
    const mandate: FakeMandate = {
      idRec,
      status: 'CRIADA',
      vinculo,
      calendario,
      valor,
      politicaRetentativa,
      loc: { ...place, idRec },
      txid,
      atualizacao: [note('CRIADA')],
    }
    place.idRec = idRec
    mandates.set(idRec, mandate)
    return { status: 201, body: shown(mandate) }
  }

  function shown({ txid, ...mandate }: FakeMandate): Body {
    const tipoJornada = mandate.status === 'CRIADA' ? 'AGUARDANDO_DEFINICAO' : 'JORNADA_3'
    return { ...mandate, recebedor: RECEIVER, ativacao: { tipoJornada, dadosJornada: { txid } } }
  }

  function readMandate(idRec: string, txid: string | undefined): FakeAnswer {
    const mandate = mandates.get(idRec)
    if (mandate === undefined) return problem(404, 'RecNaoEncontrada', 'Recorrência não encontrada.')
    if (txid === undefined) return { status: 200, body: shown(mandate) }
    const first = books.charges.get(txid)
    if (first === undefined) return invalid('Rec', 'A cobrança não foi encontrada.')
    const pixCopiaECola = compositeBrCode(first.location, mandate.loc.location)
    return { status: 200, body: { ...shown(mandate), dadosQR: { jornada: 'JORNADA_3', pixCopiaECola } } }
  }

  function patchMandate(idRec: string, body: Body): FakeAnswer {
    const mandate = mandates.get(idRec)
    if (mandate === undefined) return problem(404, 'RecNaoEncontrada', 'Recorrência não encontrada.')
    if (body.status !== 'CANCELADA' || !isLive(mandate))
      return invalid('Rec', 'A recorrência encontra-se expirada, cancelada ou rejeitada.')
    cancel(idRec, 'USUARIO_RECEBEDOR', 'SLCR')
    return { status: 200, body: shown(mandate) }
  }

  function list(query: Record<string, string>): FakeAnswer {
    const { inicio = '', fim = '', cpf, cnpj } = query
    const found = [...mandates.values()].filter(({ vinculo: { devedor }, atualizacao }) => {
      const at = Date.parse(atualizacao[0]!.data)
      const isTheirs =
        (cpf === undefined || devedor.cpf === cpf) && (cnpj === undefined || devedor.cnpj === cnpj)
      return isTheirs && at >= Date.parse(inicio) && at <= Date.parse(fim)
    })
    const paginacao = {
      paginaAtual: 0,
      itensPorPagina: 100,
      quantidadeDePaginas: 1,
      quantidadeTotalDeItens: found.length,
    }
    return { status: 200, body: { parametros: { inicio, fim, paginacao }, recs: found.map(shown) } }
  }

  function createCharge(txid: string, body: Body): FakeAnswer {
    const { idRec, infoAdicional, calendario, valor, ajusteDiaUtil, recebedor } =
      body as unknown as FakeMandateCharge
    const mandate = mandates.get(idRec)
    const due = calendario.dataDeVencimento
    if (mandate?.status !== 'APROVADA') return invalid('CobR', 'A recorrência não está APROVADA.')
    if (charges.has(txid) || books.charges.has(txid)) return invalid('CobR', 'O txid encontra-se em uso.')
    if (daysFrom(today(), due) < 2 || daysFrom(today(), due) > 10)
      return invalid('CobR', 'O vencimento está fora da janela de 2 a 10 dias.')
    if (valor.original !== mandate.valor.valorRec) return invalid('CobR', 'O valor difere de valorRec.')
    const ended = ['REJEITADA', 'CANCELADA']
    const others = [...charges.values()].filter((one) => one.idRec === idRec && !ended.includes(one.status))
    if (others.some((one) => one.calendario.dataDeVencimento.slice(0, 7) === due.slice(0, 7)))
      return invalid('CobR', 'Existe uma CobR no mesmo ciclo.')
    const charge: FakeMandateCharge = {
      txid,
      idRec,
      status: 'ATIVA',
      ...(infoAdicional !== undefined && { infoAdicional }),
      calendario: { criacao: today(), dataDeVencimento: due },
      valor,
      ajusteDiaUtil,
      recebedor: { ...RECEIVER, ...recebedor },
      politicaRetentativa: mandate.politicaRetentativa,
      tentativas: [attempt(workingDay(due), 'AGND')],
      atualizacao: [note('CRIADA'), note('ATIVA')],
    }
    charges.set(txid, charge)
    return { status: 201, body: withPayments(charge) }
  }

  function attempt(dataLiquidacao: string, tipo: FakeAttempt['tipo']): FakeAttempt {
    const atualizacao = [note('SOLICITADA'), note('AGENDADA')]
    return { dataLiquidacao, tipo, endToEndId: newPaymentId(), status: 'AGENDADA', atualizacao }
  }

  function withPayments(charge: FakeMandateCharge): Body {
    const pix = books.payments.filter(({ txid }) => txid === charge.txid)
    return { ...charge, ...(pix.length > 0 && { pix: pix.map(({ chave: _, ...payment }) => payment) }) }
  }

  function ofCharge(method: string, txid: string, body: Body): FakeAnswer {
    const charge = charges.get(txid)
    if (method === 'PUT') return createCharge(txid, body)
    if (charge === undefined) return problem(404, 'CobRNaoEncontrado', 'Cobrança não encontrada.')
    if (method === 'GET') return { status: 200, body: withPayments(charge) }
    if (charge.status !== 'ATIVA' || today() >= charge.tentativas[0]!.dataLiquidacao)
      return invalid('CobR', 'Não é possível cancelar na data da primeira tentativa.')
    endCharge(charge, 'CANCELADA', 'USUARIO_RECEBEDOR', 'SLCR')
    return { status: 200, body: withPayments(charge) }
  }

  function endCharge(
    charge: FakeMandateCharge,
    status: 'CANCELADA',
    solicitante: string,
    codigo: string,
  ): void {
    charge.status = status
    charge.atualizacao.push(note(status))
    charge.encerramento = { cancelamento: { solicitante, codigo, descricao: 'Cancelamento solicitado' } }
    for (const one of charge.tentativas) if (one.status === 'AGENDADA') end(one, 'CANCELADA')
  }

  function end(one: FakeAttempt, status: FakeAttempt['status']): void {
    one.status = status
    one.atualizacao.push(note(status))
  }

  function retry(txid: string, day: string): FakeAnswer {
    const charge = charges.get(txid)
    if (charge === undefined) return problem(404, 'CobRNaoEncontrado', 'Cobrança não encontrada.')
    const { tentativas, politicaRetentativa } = charge
    const first = tentativas[0]!.dataLiquidacao
    if (politicaRetentativa === 'NAO_PERMITE') return invalid('CobR', 'A política não permite retentativa.')
    if (charge.status !== 'ATIVA') return invalid('CobR', 'A cobrança não está ATIVA.')
    if (tentativas.some(({ status }) => status === 'AGENDADA'))
      return invalid('CobR', 'Existe uma tentativa ativa.')
    if (day <= today()) return invalid('CobR', 'O parâmetro data não corresponde a uma data futura.')
    if (tentativas.length > RETRIES_MAX || daysFrom(first, day) > RETRY_DAYS)
      return invalid('CobR', 'Não há mais retentativas.')
    tentativas.push(attempt(day, 'NTAG'))
    return { status: 201, body: withPayments(charge) }
  }

  function webhook(what: string, { webhookUrl }: Body): FakeAnswer {
    webhooks.set(what, String(webhookUrl))
    return { status: 200, body: '' }
  }

  function move(idRec: string, status: FakeMandate['status']): FakeMandate {
    const mandate = mandates.get(idRec)
    if (mandate === undefined) throw new Error(`the bank has no mandate ${idRec}`)
    mandate.status = status
    mandate.atualizacao.push(note(status))
    return mandate
  }

  function cancel(idRec: string, solicitante: string, codigo: string): void {
    const mandate = move(idRec, 'CANCELADA')
    mandate.encerramento = { cancelamento: { solicitante, codigo, descricao: 'Cancelamento solicitado' } }
    for (const charge of charges.values())
      if (charge.idRec === idRec && charge.status === 'ATIVA')
        endCharge(charge, 'CANCELADA', solicitante, 'CCLD')
  }

  function pending(txid: string): { charge: FakeMandateCharge; current: FakeAttempt } {
    const charge = charges.get(txid)
    const current = charge?.tentativas.find(({ status }) => status === 'AGENDADA')
    if (charge === undefined || current === undefined) throw new Error(`no attempt awaits its day: ${txid}`)
    return { charge, current }
  }

  return {
    mandates,
    charges,
    webhooks,
    answer({ method, path, query, body }) {
      const [, what = '', id = '', part = '', day = ''] = path.split('/')
      const fields = (body || {}) as Body
      if (what === 'locrec' && method === 'POST') return newPlace()
      if (what === 'rec' && id === '') return method === 'POST' ? createMandate(fields) : list(query)
      if (what === 'rec') return method === 'PATCH' ? patchMandate(id, fields) : readMandate(id, query.txid)
      if (what === 'cobr' && part === 'retentativa') return retry(id, day)
      if (what === 'cobr' && id !== '') return ofCharge(method, id, fields)
      return what === 'webhookrec' || what === 'webhookcobr' ? webhook(what.slice(7), fields) : null
    },
    only() {
      const [mandate, ...others] = [...mandates.values()].filter(isLive)
      if (mandate === undefined || others.length > 0)
        throw new Error(`${others.length + 1} mandates are live`)
      return mandate
    },
    accept(idRec) {
      const { txid } = move(idRec, 'APROVADA')
      return books.pay(txid)
    },
    refuse(idRec, codigo = 'AP13') {
      move(idRec, 'REJEITADA').encerramento = { rejeicao: { codigo, descricao: 'Rejeitada pelo pagador' } }
    },
    expire: (idRec) => void move(idRec, 'EXPIRADA'),
    cancel: (idRec, solicitante = 'USUARIO_PAGADOR', codigo = 'SLDB') => cancel(idRec, solicitante, codigo),
    debit(txid) {
      const { charge, current } = pending(txid)
      end(current, 'PAGA')
      charge.status = 'CONCLUIDA'
      charge.atualizacao.push(note('CONCLUIDA'))
      const payment = {
        endToEndId: current.endToEndId,
        txid,
        valor: charge.valor.original,
        chave: [...books.charges.values()][0]?.chave ?? '',
        horario: stamp(),
      }
      books.payments.push(payment)
      return payment
    },
    refuseDebit(txid, codigo = null) {
      const { charge, current } = pending(txid)
      end(current, codigo === null ? 'EXPIRADA' : 'REJEITADA')
      if (codigo !== null) current.rejeicao = { codigo, descricao: `Rejeitada (${codigo})` }
      const isOver = charge.politicaRetentativa === 'NAO_PERMITE' || charge.tentativas.length > RETRIES_MAX
      if (!isOver && !FINAL.includes(codigo ?? '')) return
      charge.status = codigo === null ? 'EXPIRADA' : 'REJEITADA'
      charge.atualizacao.push(note(charge.status))
      if (codigo !== null) charge.encerramento = { rejeicao: { codigo, descricao: `Rejeitada (${codigo})` } }
    },
  }

  function newPaymentId(): string {
    return `E12345678${stamp().replace(/\D/g, '').slice(0, 12)}${randomText()}`
  }
}

export function mandateNote({ idRec, status, atualizacao, encerramento, txid }: FakeMandate): object {
  const tipoJornada = status === 'CRIADA' ? 'AGUARDANDO_DEFINICAO' : 'JORNADA_3'
  const ativacao = { tipoJornada, dadosJornada: { txid } }
  return { idRec, status, atualizacao, ativacao, ...(encerramento !== undefined && { encerramento }) }
}

export function chargeNote({ idRec, txid, status, atualizacao, tentativas }: FakeMandateCharge): object {
  return { idRec, txid, status, atualizacao, tentativas }
}

function isLive({ status }: FakeMandate): boolean {
  return status === 'CRIADA' || status === 'APROVADA'
}

function daysFrom(one: string, other: string): number {
  return (Date.parse(other) - Date.parse(one)) / 86_400_000
}

/** On a weekend the account is debited on Monday; holidays are left out. */
function workingDay(day: string): string {
  const at = new Date(`${day}T12:00:00Z`)
  while (at.getUTCDay() % 6 === 0) at.setUTCDate(at.getUTCDate() + 1)
  return at.toISOString().slice(0, 10)
}

function randomText(): string {
  return randomBytes(6).toString('hex').slice(0, 11)
}
