// The positions of texts on a rendered page: none leaves the page, and no two overlap.
import assert from 'node:assert/strict'
import type { PdfText } from './read-pdf.ts'

const MM = 72 / 25.4
const PAGE_WIDTH = 210

/** The texts of one page, within margins in millimetres. */
export function assertApart(texts: readonly PdfText[], margin: number): void {
  const boxes = texts.map((text) => ({
    text: text.text,
    left: text.x,
    right: text.x + text.width,
    // The height of letters without the longest descenders and tallest accents.
    top: text.y - 0.7 * text.size,
    bottom: text.y + 0.15 * text.size,
  }))
  assert.ok(boxes.length > 0)
  for (const [index, box] of boxes.entries()) {
    const isWithin = box.left >= margin * MM - 0.01 && box.right <= (PAGE_WIDTH - margin) * MM + 0.01
    assert.ok(isWithin, `${box.text}: too wide`)
    assert.ok(box.top >= 5 * MM && box.bottom <= 290 * MM, `${box.text}: beyond the page`)
    const covered = boxes
      .slice(index + 1)
      .find(
        (other) =>
          other.left < box.right - 0.01 &&
          other.right > box.left + 0.01 &&
          other.top < box.bottom &&
          other.bottom > box.top,
      )
    assert.equal(covered, undefined, `${box.text} and ${covered?.text}`)
  }
}
