// Pages and PDFs of an invoice. A page reads link, invoice, client, payments, codes and team from the database at each
// request; the bare side is a Fastify route with the same bytes. A PDF is rendered without the cache; the bare side is
// the same library with the same texts in Helvetica: no layout, no tags, no QR code, nothing embedded.
import PDFDocument from 'pdfkit'
import { request } from 'undici'
import { readConfig } from '../server/app/boot/config.ts'
import { openWorld } from '../server/app/boot/world.ts'
import { sampleInvoice } from '../server/features/invoices/brand-preview.ts'
import { createTeam } from '../server/features/teams/teams.ts'
import { makeLog } from '../server/kernel/process/log.ts'
import { invoicePdf } from '../server/render/document/invoice-pdf.ts'
import { overBareRoute } from './bare-route.ts'
import { KEY, startServiceChild } from './child.ts'
import { perSecond } from './per-second.ts'
import { type Result, sideBySide } from './side-by-side.ts'

const PAGES = 800
const PDFS = 60

export async function benchPages(dataDir: string): Promise<Result> {
  const service = await startServiceChild(dataDir, { RATE_LIMIT_PER_MINUTE: '0' })
  const { url: home } = service.ready
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
    const answer = await request(`${home}/api/v1/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const { data } = (await answer.body.json()) as { data: { id: string; payment_url: string } }
    return data
  }
  try {
    const person = { client_type: 'individual', full_name: 'Bench', email: 'bench@example.com' }
    const { id } = await post('clients', person)
    const items = ['Passagem', 'Hotel'].map((description) => ({ description, quantity: 1, unit_price: 900 }))
    const invoice = { client_id: id, issue_date: '2026-11-15', due_date: '2099-11-30', items, status: 'sent' }
    const { payment_url: url } = await post('invoices', invoice)
    const name = 'pages of an invoice over a bare route'
    return await overBareRoute({ name, url, sends: {}, requests: PAGES, atLeast: 0.1 })
  } finally {
    await service.stop()
  }
}

export async function benchPdfs(dataDir: string): Promise<Result> {
  const { world, close } = await openWorld(readConfig({ DATA_DIR: dataDir }), makeLog({ level: 'warn' }))
  try {
    const { team } = await createTeam(world, { name: 'Bench', email: 'bench@example.com' })
    const document = sampleInvoice(world, team)
    const words = textsIn(document)
    return await sideBySide({
      name: 'PDFs of an invoice over its plain text',
      ours: () => perSecond(1, PDFS, () => invoicePdf(document)),
      bare: () => perSecond(1, PDFS, () => plainPdf(words)),
      atLeast: 0.06,
    })
  } finally {
    await close()
  }
}

/** A4 in a standard font: no QR code, no tags, nothing embedded. */
async function plainPdf(words: readonly string[]): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4' })
  for (const text of words) pdf.fontSize(9).text(text)
  pdf.end()
  return Buffer.concat(await pdf.toArray())
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
