// A process that is too busy to hear anything: its loop stands still as it does while it computes, and the processor is
// left to whoever else runs.
export function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
