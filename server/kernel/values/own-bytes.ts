// Bytes that are kept for long.

/**
 * A copy in memory of its own. Small buffers are cut from slabs of 64 KB that many share, and a single one that is kept
 * holds on to all of its slab.
 */
export const ownBytes = (bytes: Uint8Array): Buffer => Buffer.from(new Uint8Array(bytes).buffer)
