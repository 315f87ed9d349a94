// Copies a text and confirms it. On plain http the browser may forbid it; then the text is selected instead.
import check from 'icon:check'
import copyIcon from 'icon:copy'
import { useState } from 'react'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import { Button, type ButtonKind } from './button.tsx'

export interface CopyButtonProps {
  readonly text: string
  /** The copied thing: "código Pix". */
  readonly what: string
  readonly kind?: ButtonKind
  /** Instead of "Copiar". */
  readonly verb?: string
  /** Shows a label beside the icon. */
  readonly hasWords?: boolean
}

const CONFIRMED_MS = 2_000

export function CopyButton({ text, what, kind = 'bare', verb, hasWords = false }: CopyButtonProps) {
  const words = useWords(partWords)
  const [isDone, setDone] = useState(false)
  const copy = async () => {
    await copyText(text)
    setDone(true)
    setTimeout(() => setDone(false), CONFIRMED_MS)
  }
  const label = isDone ? words.copied : (verb ?? words.copy)
  return (
    <Button
      kind={kind}
      icon={isDone ? check : copyIcon}
      {...(!hasWords && { 'aria-label': `${label}: ${what}` })}
      onClick={() => void copy()}
    >
      {hasWords ? label : undefined}
    </Button>
  )
}

async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
