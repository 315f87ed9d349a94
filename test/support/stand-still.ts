// Blocks the event loop of a process, as a long computation would, but leaves the processor to others.
export function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
