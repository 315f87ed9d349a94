// What is drawn on a printed boleto beside its boxes: the line to cut along, and the stamp of its state.
import { LABEL_POINTS } from '../pdf/cells.ts'
import { drawLine } from '../pdf/lines.ts'
import { drawRule, GREEN, MM, type Pdf, RED } from '../pdf/pdf.ts'
import { tagged } from '../pdf/tags.ts'
import { showText, textWidth } from '../pdf/text.ts'
import { type BoletoView, isPayable, SIMULATION_WORDS, STATUS_WORDS } from './boleto-view.ts'

export function drawCut(pdf: Pdf, place: { x: number; y: number; width: number }): void {
  const words = { ...place, text: 'Corte na linha pontilhada', y: place.y - 3, size: LABEL_POINTS }
  drawLine(pdf, { ...words, align: 'right' })
  pdf.dash(3, { space: 3 })
  drawRule(pdf, place)
  pdf.undash()
}

/** Around a middle, pale enough to read through and too large to miss. */
export function drawStamp(pdf: Pdf, view: BoletoView, x: number, y: number): void {
  const simulated = isPayable(view) && view.simulated
  const { stamp } = simulated ? SIMULATION_WORDS : STATUS_WORDS[view.status]
  if (stamp === '') return
  const colour = view.status === 'paid' ? GREEN : RED
  const style = { size: 40, strong: true, colour }
  const width = textWidth(pdf, stamp, style) + 36
  const [left, top] = [x * MM - width / 2, y * MM - style.size / 2]
  tagged(pdf, 'P', () => {
    pdf
      .save()
      .rotate(-12, { origin: [x * MM, y * MM] })
      .opacity(0.25)
      .lineWidth(4)
      .roundedRect(left, top - 10, width, style.size + 20, 10)
      .stroke(colour)
    showText(pdf, stamp, [left + 18, top + style.size * 0.86], style)
    pdf.restore()
  })
}
