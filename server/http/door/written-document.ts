// The OpenAPI document as bytes: it never changes while the service runs, so it is written once, with its version.
import { createHash } from 'node:crypto'
import type { App } from './types.ts'

export function writtenDocument(app: App): () => { content: Buffer; version: string } {
  let written: { content: Buffer; version: string } | undefined
  return () => {
    if (written === undefined) {
      const content = Buffer.from(JSON.stringify(app.swagger()))
      written = { content, version: `"${createHash('sha256').update(content).digest('base64url')}"` }
    }
    return written
  }
}
