// A search field above a list. The list reloads after a pause in typing and never overwrites the typed text.
import magnifier from 'icon:search'
import { useEffect, useRef, useState } from 'react'
import { Input } from './input.tsx'

export interface SearchFieldProps {
  readonly label: string
  readonly placeholder?: string
  readonly value: string
  readonly onSearch: (text: string) => void
}

const PAUSE_MS = 300

export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // The value changed elsewhere: filters were cleared, or the browser went back.
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (text: string, waitMs: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = text.trim()
      onSearch(sent.current)
    }, waitMs)
  }
  return (
    <Input
      label={label}
      type="search"
      icon={magnifier}
      placeholder={placeholder}
      value={typed}
      maxLength={100}
      onChange={({ target }) => {
        setTyped(target.value)
        search(target.value, PAUSE_MS)
      }}
      onKeyDown={({ key }) => key === 'Enter' && search(typed, 0)}
    />
  )
}
