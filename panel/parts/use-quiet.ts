// Debounces typed text, so that not every letter sends a request.
import { useEffect, useState } from 'react'

const PAUSE_MS = 200

export function useQuiet(typed: string): string {
  const text = typed.trim()
  const [quiet, setQuiet] = useState(text)
  useEffect(() => {
    if (text === quiet) return
    const pause = setTimeout(setQuiet, PAUSE_MS, text)
    return () => clearTimeout(pause)
  }, [text, quiet])
  return quiet
}
