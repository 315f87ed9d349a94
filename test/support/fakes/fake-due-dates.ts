// A bank's rules for charges with a due date: what it refuses, and what is to be paid on a day. Written by Banco Central's
// formulas, independently of ours for comparison.

export interface DueDateTerms {
  multa?: { modalidade: number; valorPerc: string }
  juros?: { modalidade: number; valorPerc: string }
  desconto?: { modalidade: number; descontoDataFixa?: { data: string; valorPerc: string }[] }
}

/** The parts of an amount; absent ones count nothing. */
export type Components = Partial<
  Record<'original' | 'multa' | 'juros' | 'abatimento' | 'desconto', { valor: string }>
>

interface DueCharge {
  calendario: Record<string, unknown>
  valor: { original: string } & DueDateTerms
}

const DAY_MS = 86_400_000

/** The day in Brasília, as YYYY-MM-DD. */
export function bankDay(at: Date): string {
  return new Date(at.getTime() - 3 * 3_600_000).toISOString().slice(0, 10)
}

/** What is to be paid on a day; `over` after the validity. */
export function amountOn(
  { calendario, valor }: DueCharge,
  day: string,
  holidays: ReadonlySet<string>,
): { valor: string; components: Components } | 'over' {
  const due = String(calendario.dataDeVencimento)
  const onTime = workingDay(due, holidays)
  if (daysBetween(onTime, day) > Number(calendario.validadeAposVencimento)) return 'over'
  const original = inCents(valor.original)
  const daysLate = day > onTime ? daysBetween(due, day) : 0
  const fine = daysLate > 0 ? fineOf(original, valor.multa) : 0
  const interest = interestOf(original, valor.juros, daysLate)
  const discount = Math.max(
    0,
    ...(valor.desconto?.descontoDataFixa ?? [])
      .filter(({ data }) => day <= workingDay(data, holidays))
      .map(({ valorPerc }) =>
        valor.desconto?.modalidade === 2 ? percent(original, valorPerc) : inCents(valorPerc),
      ),
  )
  const part = (name: string, cents: number) => (cents === 0 ? {} : { [name]: { valor: inReais(cents) } })
  return {
    valor: inReais(original + fine + interest - discount),
    components: {
      ...part('original', original),
      ...part('multa', fine),
      ...part('juros', interest),
      ...part('desconto', discount),
    },
  }
}

function fineOf(original: number, fine: DueDateTerms['multa']): number {
  if (fine === undefined) return 0
  return fine.modalidade === 1 ? inCents(fine.valorPerc) : percent(original, fine.valorPerc)
}

/** In calendar days: an amount a day, or a percentage a day, a month of 30 days, a year of 365. */
function interestOf(original: number, interest: DueDateTerms['juros'], days: number): number {
  if (interest === undefined || days === 0) return 0
  const { modalidade, valorPerc } = interest
  if (modalidade === 1) return inCents(valorPerc) * days
  const span = { 2: 1, 3: 30, 4: 365 }[modalidade]
  if (span === undefined) throw new Error(`this bank knows no interest of modalidade ${modalidade}`)
  return Math.round((original * Number(valorPerc) * days) / (100 * span))
}

/** What the official description lists as refused. */
export function dueDateFaults(body: Record<string, unknown>, today: string, demandsAddress: boolean) {
  const { calendario, valor, devedor } = body as { devedor?: object } & Partial<DueCharge>
  const { dataDeVencimento, validadeAposVencimento = 30 } = calendario ?? {}
  const { multa, juros, desconto, original = '0.00' } = valor ?? { original: '0.00' }
  const due = String(dataDeVencimento)
  const faults: { propriedade: string; razao: string; valor: string }[] = []
  const expect = (propriedade: string, isFit: boolean, razao: string) => {
    if (!isFit) faults.push({ propriedade: `cobv.${propriedade}`, razao, valor: '' })
  }
  const isPositive = (text: string | undefined) => /^\d{1,10}\.\d{2}$/.test(`${text}`) && Number(text) > 0
  expect('calendario.dataDeVencimento', due >= today, 'É anterior à data de criação da cobrança.')
  expect(
    'calendario.validadeAposVencimento',
    Number.isInteger(validadeAposVencimento) && Number(validadeAposVencimento) >= 0,
    'É menor do que zero.',
  )
  expect('devedor', devedor !== undefined, 'Não respeita o schema.')
  const hasAddress = ['logradouro', 'cidade', 'uf', 'cep'].every((field) => field in (devedor ?? {}))
  expect('devedor', !demandsAddress || hasAddress, 'O endereço não está completo.')
  for (const part of [multa, juros])
    if (part !== undefined) expect('valor', isPositive(part.valorPerc), 'Não respeita o schema.')
  for (const { data, valorPerc } of desconto?.descontoDataFixa ?? []) {
    expect('valor.desconto', data <= due, 'A data é posterior à data de vencimento.')
    expect('valor.desconto', isPositive(valorPerc), 'Não respeita o schema.')
    expect('valor.desconto', inCents(valorPerc) < inCents(original), 'É maior ou igual ao valor da cobrança.')
  }
  return faults
}

/** The day, or the next one on which banks work. */
function workingDay(day: string, holidays: ReadonlySet<string>): string {
  const isWeekend = [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())
  if (!isWeekend && !holidays.has(day)) return day
  return workingDay(new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10), holidays)
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

function percent(cents: number, rate: string): number {
  return Math.round((cents * Number(rate)) / 100)
}

function inCents(amount: string): number {
  return Math.round(Number(amount) * 100)
}

function inReais(cents: number): string {
  return (cents / 100).toFixed(2)
}
