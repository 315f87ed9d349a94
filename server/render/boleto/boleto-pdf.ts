// The boleto as PDF in the standard layout: one A4 sheet, the payer's receipt above the cut line, the bank's
// part below. Boxes without a known value stay empty.
import { drawBarcode } from '../codes/barcode.ts'
import {
  bytesOf,
  drawBox,
  drawRule,
  drawStroke,
  GREEN,
  MM,
  newPdf,
  type Pdf,
  RED,
  tagged,
} from '../pdf/pdf.ts'
import { cutTo, drawable, drawLine, drawParagraphs, showText, widthOf } from '../pdf/text.ts'
import {
  type BoletoTexts,
  type BoletoView,
  boletoTexts,
  isPayable,
  SIMULATION_WORDS,
  STATUS_WORDS,
} from './boleto-view.ts'

const LEFT = 15
const WIDTH = 180
/** The right column with due date and amounts. */
const SIDE = 48
const MAIN = WIDTH - SIDE
const ROW = 8.5
const HEAD_POINTS = 1.4

export async function boletoPdf(view: BoletoView): Promise<Buffer> {
  const texts = boletoTexts(view)
  const pdf = await newPdf({
    // The form is in Portuguese for every payer.
    language: 'pt-BR',
    title: `Boleto ${view.documentNumber}`,
    author: view.beneficiary.name,
    createdOn: view.issuedOn,
  })
  drawReceipt(pdf, view, texts, 14)
  drawCut(pdf, { x: LEFT, y: 120, width: WIDTH })
  drawBankPart(pdf, view, texts, 132)
  return bytesOf(pdf)
}

function drawReceipt(pdf: Pdf, view: BoletoView, texts: BoletoTexts, top: number): void {
  drawLine(pdf, { text: 'Recibo do Pagador', x: LEFT, y: top - 4, width: WIDTH, size: 8, align: 'right' })
  const grid = drawHeader(pdf, view, texts, top)
  const below = drawRows(pdf, LEFT, grid, [
    { height: ROW, cells: [beneficiary(view, texts), dueOn(texts)] },
    {
      height: ROW,
      cells: [
        { ...payer(view, texts), width: MAIN },
        { label: 'Agência / Código do beneficiário', width: SIDE },
      ],
    },
    { height: ROW, cells: documentCells(view, texts) },
    {
      height: ROW,
      cells: [
        { label: '(-) Desconto / Abatimento', width: 44 },
        { label: '(+) Mora / Multa', width: 44 },
        { label: '(=) Valor cobrado', width: 44 },
        amount(texts),
      ],
    },
  ])
  drawInstructions(pdf, view, { y: below, width: WIDTH, height: 38 })
  drawAuthentication(pdf, 'Autenticação mecânica', below + 38.8)
  drawStamp(pdf, view, LEFT + MAIN / 2, top + 63)
}

function drawBankPart(pdf: Pdf, view: BoletoView, texts: BoletoTexts, top: number): void {
  const grid = drawHeader(pdf, view, texts, top)
  const place = view.simulated
    ? 'Simulação: este boleto não deve ser pago'
    : `Pagável em qualquer banco até ${texts.lastDay ?? 'o vencimento'}`
  const middle = drawRows(pdf, LEFT, grid, [
    {
      height: ROW,
      cells: [
        { label: 'Local de pagamento', value: isPayable(view) ? place : '', width: MAIN },
        dueOn(texts),
      ],
    },
    {
      height: ROW,
      cells: [beneficiary(view, texts), { label: 'Agência / Código do beneficiário', width: SIDE }],
    },
    { height: ROW, cells: documentCells(view, texts) },
    { height: ROW, cells: [...currencyCells(), amount(texts)] },
  ])
  const deductions = [
    '(-) Desconto / Abatimento',
    '(-) Outras deduções',
    '(+) Mora / Multa',
    '(+) Outros acréscimos',
    '(=) Valor cobrado',
  ]
  const rows = deductions.map((label) => ({ height: ROW, cells: [{ label, width: SIDE }] }))
  const below = drawRows(pdf, LEFT + MAIN, middle, rows)
  drawInstructions(pdf, view, { y: middle, width: MAIN, height: below - middle })
  const end = drawRows(pdf, LEFT, below, [{ height: ROW, cells: [payer(view, texts)] }])
  if (isPayable(view)) drawBarcode(pdf, view.barcode, LEFT + 2, end + 4)
  drawAuthentication(pdf, 'Autenticação mecânica – Ficha de Compensação', end + 0.8)
  drawStamp(pdf, view, LEFT + MAIN / 2, top + 66)
}

/** Bank, its number, and the line to type; if it cannot be paid, a text instead. */
function drawHeader(pdf: Pdf, view: BoletoView, texts: BoletoTexts, top: number): number {
  const [height, bank, code] = [9, 44, 20]
  const bottom = top + height
  const isShort = view.bank.name.length <= 16
  const name = {
    x: LEFT,
    y: top + (isShort ? 3 : 1),
    width: bank - 2,
    height: 8,
    size: isShort ? 12 : 8.5,
    strong: true,
  }
  drawParagraphs(pdf, [view.bank.name], name)
  const number = { y: top + 2.4, width: code, size: 14, strong: true, align: 'center' } as const
  drawLine(pdf, { ...number, text: texts.bank, x: LEFT + bank })
  const words = isPayable(view) ? texts.digitableLine : STATUS_WORDS[view.status].title
  const line = { x: LEFT + bank + code + 2, y: top + 3.2, width: WIDTH - bank - code - 2, size: 10.8 }
  drawLine(pdf, { ...line, text: words, strong: true, align: 'right' })
  for (const x of [LEFT + bank, LEFT + bank + code])
    drawStroke(pdf, [x, top + 1], [x, bottom], { points: HEAD_POINTS })
  drawRule(pdf, { x: LEFT, y: bottom, width: WIDTH }, HEAD_POINTS)
  return bottom
}

function beneficiary({ beneficiary: { name } }: BoletoView, { beneficiaryDocument }: BoletoTexts): Cell {
  return { label: 'Beneficiário', value: name, after: beneficiaryDocument, width: MAIN }
}

function payer({ payer: { name } }: BoletoView, { payerDocument }: BoletoTexts): Cell {
  return { label: 'Pagador', value: name, after: payerDocument, width: WIDTH }
}

function dueOn(texts: BoletoTexts): Cell {
  return { label: 'Vencimento', value: texts.dueOn, width: SIDE, align: 'right', strong: true }
}

function amount(texts: BoletoTexts): Cell {
  return { label: '(=) Valor do documento', value: texts.amount, width: SIDE, align: 'right', strong: true }
}

function documentCells(view: BoletoView, { issuedOn }: BoletoTexts): Cell[] {
  return [
    { label: 'Data do documento', value: issuedOn, width: 27 },
    { label: 'Nº do documento', value: view.documentNumber, width: 45 },
    { label: 'Espécie doc.', width: 17 },
    { label: 'Aceite', value: 'N', width: 13 },
    { label: 'Data do processamento', value: issuedOn, width: 30 },
    { label: 'Nosso número', value: view.ourNumber, width: SIDE, align: 'right' },
  ]
}

function currencyCells(): Cell[] {
  return [
    { label: 'Uso do banco', width: 27 },
    { label: 'Carteira', width: 20 },
    { label: 'Espécie', value: 'R$', width: 17 },
    { label: 'Quantidade', width: 34 },
    { label: 'Valor', width: 34 },
  ]
}

function drawInstructions(
  pdf: Pdf,
  view: BoletoView,
  box: { y: number; width: number; height: number },
): void {
  drawBox(pdf, { ...box, x: LEFT })
  const inside = { x: LEFT + 1.2, y: box.y + 0.7, width: box.width - 2.4 }
  const label = 'Instruções (texto de responsabilidade do beneficiário)'
  drawLine(pdf, { ...inside, text: label, size: LABEL_POINTS })
  const notice = view.simulated ? [`${SIMULATION_WORDS.title}. ${SIMULATION_WORDS.text}`] : []
  const room = { ...inside, y: box.y + 4.6, height: box.height - 5.4, size: 8.5 }
  drawParagraphs(pdf, [...notice, ...view.instructions], room)
}

function drawAuthentication(pdf: Pdf, text: string, y: number): void {
  drawLine(pdf, { text, x: LEFT, y, width: WIDTH, size: 6.5, align: 'right' })
}

function drawCut(pdf: Pdf, place: { x: number; y: number; width: number }): void {
  const words = { ...place, text: 'Corte na linha pontilhada', y: place.y - 3, size: LABEL_POINTS }
  drawLine(pdf, { ...words, align: 'right' })
  pdf.doc.dash(3, { space: 3 })
  drawRule(pdf, place)
  pdf.doc.undash()
}

/** Centred, pale enough to read through and large enough to see. */
function drawStamp(pdf: Pdf, view: BoletoView, x: number, y: number): void {
  const simulated = isPayable(view) && view.simulated
  const { stamp } = simulated ? SIMULATION_WORDS : STATUS_WORDS[view.status]
  if (stamp === '') return
  const colour = view.status === 'paid' ? GREEN : RED
  const style = { size: 40, strong: true, colour }
  const { doc } = pdf
  const width = widthOf(pdf, stamp, style) * MM + 36
  const [left, top] = [x * MM - width / 2, y * MM - style.size / 2]
  tagged(pdf, 'P', () => {
    doc
      .save()
      .rotate(-12, { origin: [x * MM, y * MM] })
      .opacity(0.25)
      .lineWidth(4)
      .roundedRect(left, top - 10, width, style.size + 20, 10)
      .stroke(colour)
    showText(pdf, stamp, [(left + 18) / MM, (top + style.size * 0.86) / MM], style)
    doc.restore()
  })
}

interface Cell {
  label: string
  width: number
  value?: string
  /** At the end of the value's line; the value is cut if necessary. */
  after?: string | null
  align?: 'left' | 'right'
  strong?: boolean
}

interface Row {
  height: number
  cells: readonly Cell[]
}

const LABEL_POINTS = 6.2
const VALUE_POINTS = 9
const SMALL_VALUE_POINTS = 7
const PADDING = 1.2

/** Draws rows below each other; returns their end. */
function drawRows(pdf: Pdf, x: number, top: number, rows: readonly Row[]): number {
  return rows.reduce((y, { height, cells }) => {
    cells.reduce((left, cell) => drawCell(pdf, cell, { x: left, y, height }), x)
    return y + height
  }, top)
}

/** The box, its label and its value, which never leaves the box; returns the start of the next box. */
function drawCell(
  pdf: Pdf,
  cell: Cell,
  { x, y, height }: { readonly x: number; readonly y: number; readonly height: number },
): number {
  drawBox(pdf, { x, y, width: cell.width, height })
  const inside = { x: x + PADDING, width: cell.width - 2 * PADDING }
  drawLine(pdf, { ...inside, text: cell.label, y: y + 0.7, size: LABEL_POINTS })
  const base = { y: y + height - 4.4, size: VALUE_POINTS, strong: cell.strong ?? false }
  const after = cutTo(pdf, drawable(pdf, cell.after ?? ''), { ...base, width: inside.width / 2 })
  const gap = after === '' ? 0 : widthOf(pdf, after, base) + 3
  drawLine(pdf, { ...inside, ...base, text: after, align: 'right' })
  const value = {
    ...inside,
    ...base,
    text: cell.value ?? '',
    width: inside.width - gap,
    align: cell.align ?? 'left',
  }
  const fits = widthOf(pdf, drawable(pdf, value.text), base) <= value.width
  drawLine(pdf, fits ? value : { ...value, size: SMALL_VALUE_POINTS, y: base.y + 0.6 })
  return x + cell.width
}
