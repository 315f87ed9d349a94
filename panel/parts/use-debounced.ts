// Debounces typed text, so that not every letter sends a request.
import { useEffect, useState } from 'react'

const PAUSE_MS = 200

export function useDebounced(typed: string): string {
  const text = typed.trim()
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    if (text === debounced) return
    const pause = setTimeout(setDebounced, PAUSE_MS, text)
    return () => clearTimeout(pause)
  }, [text, debounced])
  return debounced
}
