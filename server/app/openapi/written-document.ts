// The OpenAPI document as bytes, with its version: written at the first request and once for each day, since its
// examples are about days to come.
import { createHash } from 'node:crypto'
import type { World } from '../../features/world.ts'
import { cookieName } from '../http/cookies.ts'
import type { HttpConfig } from '../http/settings.ts'
import { openApiDocument } from './document.ts'

interface Written {
  day: string
  content: Buffer
  version: string
}

/** What it says of this installation, now. */
function documentOf({ config, wall }: World<HttpConfig>): object {
  return openApiDocument({ url: config.publicUrl ?? '/', cookieName: cookieName(config), now: wall.now() })
}

export function writtenDocument(world: World<HttpConfig>): () => { content: Buffer; version: string } {
  let written: Written | undefined
  return () => {
    const day = world.wall.now().toISOString().slice(0, 10)
    if (written?.day !== day) {
      const content = Buffer.from(JSON.stringify(documentOf(world)))
      const version = `"${createHash('sha256').update(content).digest('base64url')}"`
      written = { day, content, version }
    }
    return written
  }
}
