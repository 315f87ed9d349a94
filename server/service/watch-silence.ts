// Notices that a process is stuck: it lives, but has not said for long that it does. Silence is counted by our own
// rounds. What keeps both from running, such as a machine that sleeps or a parent that is busy itself, makes the rounds
// late and not more, and is nobody's silence.

export interface Silence {
  /** It has said something. Nothing is counted before the first time: a start may take long. */
  heard(): void
  readonly lastsMs: number
  stop(): void
}

export interface SilenceOptions {
  readonly mostMs: number
  readonly lookEveryMs: number
  /** Called once, when it has lasted for too long. */
  readonly stuck: (silentMs: number) => void
}

/** A round that comes later than this was kept from running. */
const LATE_AFTER_ROUNDS = 2

export function watchSilence({ mostMs, lookEveryMs, stuck }: SilenceOptions): Silence {
  let lastsMs = 0
  let lookedAt: number | undefined

  function look(): void {
    const now = performance.now()
    lastsMs += Math.min(now - (lookedAt ?? now), lookEveryMs * LATE_AFTER_ROUNDS)
    lookedAt = now
    if (lastsMs <= mostMs) return
    clearInterval(timer)
    stuck(Math.round(lastsMs))
  }

  let timer: NodeJS.Timeout | undefined
  return {
    heard() {
      lastsMs = 0
      lookedAt ??= performance.now()
      timer ??= setInterval(look, lookEveryMs)
    },
    get lastsMs() {
      return lastsMs
    },
    stop: () => clearInterval(timer),
  }
}
