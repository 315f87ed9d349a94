// Changes of one type of object, with their response or required success.
import assert from 'node:assert/strict'
import type { Client, Reply } from './client.ts'

export function patchesAt(client: Client, path: string) {
  const patch = (id: string, body: object): Promise<Reply> => client.patch(`${path}/${id}`, body)
  /** The object after the change, which must succeed. */
  const patched = async (id: string, body: object): Promise<Reply['body']> => {
    const answer = await patch(id, body)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data
  }
  return { patch, patched }
}
