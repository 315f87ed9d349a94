// Loaded with `--import`: the process sees a time that is off by SHIFT_MS. Monotonic clocks stay right.
const shiftMs = Number(process.env.SHIFT_MS ?? 0)
const now = () => performance.timeOrigin + performance.now() + shiftMs

globalThis.Date = new Proxy(Date, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  get: (target, name) => (name === 'now' ? () => Math.floor(now()) : Reflect.get(target, name)),
})
