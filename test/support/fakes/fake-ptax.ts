// A fake of Banco Central's quotation service by its public description: an HTTP server on loopback.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Quotation {
  cotacaoVenda: number
  /** Local time in Brasília, without a zone: `2026-11-13 13:05:22.148`. */
  dataHoraCotacao: string
}

export interface FakePtax {
  url: string
  /** By currency, in any order. */
  quotations: Record<string, Quotation[]>
  /** The requested addresses, decoded. */
  asked: string[]
  /** A failure instead of a response. */
  trouble: { status: number; body: string } | 'hang' | null
  close(): Promise<void>
}

export async function startFakePtax(): Promise<FakePtax> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    fake.asked.push(path)
    if (fake.trouble === 'hang') return
    if (fake.trouble !== null) {
      response.writeHead(fake.trouble.status).end(fake.trouble.body)
      return
    }
    response.writeHead(200, { 'content-type': 'application/json;odata.metadata=minimal' })
    response.end(JSON.stringify({ '@odata.context': 'https://was-p.example/PTAX', value: found(path) }))
  })

  function found(path: string): object[] {
    const [, currency = ''] = /@moeda='([A-Z]{3})'/.exec(path) ?? []
    const day = (name: string) => {
      const [, month, date, year] = new RegExp(`@${name}='(\\d\\d)-(\\d\\d)-(\\d{4})'`).exec(path) ?? []
      return `${year}-${month}-${date}`
    }
    const rows = (fake.quotations[currency] ?? [])
      .filter(({ dataHoraCotacao }) => {
        const date = dataHoraCotacao.slice(0, 10)
        return date >= day('dataInicial') && date <= day('dataFinalCotacao')
      })
      .sort((a, b) => (a.dataHoraCotacao < b.dataHoraCotacao ? 1 : -1))
      .map((row) => ({ ...row, cotacaoCompra: row.cotacaoVenda - 0.0006, tipoBoletim: 'Fechamento' }))
    return path.includes('$top=1') ? rows.slice(0, 1) : rows.reverse()
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const fake: FakePtax = {
    url: `http://127.0.0.1:${port}/olinda/odata`,
    quotations: {},
    asked: [],
    trouble: null,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return fake
}
