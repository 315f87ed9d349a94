// What is drawn on a printed boleto beside its boxes: the bars, the line to cut along, and the stamp of its state.
import { itfBars, itfModules } from '../rules/itf.ts'
import { type BoletoView, isPayable, SIMULATION_WORDS, STATUS_WORDS } from './boleto-view.ts'
import { drawLine, MM, type Pdf } from './pdf-form.ts'

const GREEN = '#1b7a43'
const RED = '#b3261e'

/** 103 mm by 13 mm, as the banks prescribe; the margin of the sheet is its quiet zone. */
export function drawBarcode(pdf: Pdf, barcode: string, x: number, y: number): void {
  const module = 103 / itfModules(barcode)
  for (const bar of itfBars(barcode)) {
    pdf.rect((x + bar.x * module) * MM, y * MM, bar.width * module * MM, 13 * MM)
  }
  pdf.fill('#000')
}

export function drawCut(pdf: Pdf, { x, y, width }: { x: number; y: number; width: number }): void {
  drawLine(pdf, {
    text: 'Corte na linha pontilhada',
    x,
    y: y - 3,
    width,
    size: 6.2,
    align: 'right',
  })
  pdf
    .lineWidth(0.6)
    .dash(3, { space: 3 })
    .moveTo(x * MM, y * MM)
    .lineTo((x + width) * MM, y * MM)
    .stroke('#000')
    .undash()
}

/** Around a middle, pale enough to read through and too large to miss. */
export function drawStamp(pdf: Pdf, view: BoletoView, x: number, y: number): void {
  const simulated = isPayable(view) && view.simulated
  const { stamp } = simulated ? SIMULATION_WORDS : STATUS_WORDS[view.status]
  if (stamp === '') return
  const colour = view.status === 'paid' ? GREEN : RED
  const size = 42
  pdf.font('Helvetica-Bold').fontSize(size)
  const width = pdf.widthOfString(stamp) + 36
  const [left, top] = [x * MM - width / 2, y * MM - size / 2]
  pdf
    .save()
    .rotate(-12, { origin: [x * MM, y * MM] })
    .opacity(0.25)
    .lineWidth(4)
    .roundedRect(left, top - 10, width, size + 20, 10)
    .stroke(colour)
    .fillColor(colour)
    .text(stamp, left + 18, top + 5, { lineBreak: false })
    .restore()
}
