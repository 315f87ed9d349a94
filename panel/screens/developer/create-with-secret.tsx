// A button that creates an object with a secret: a form in a dialog, and then the secret, shown once.
import plus from 'icon:plus'
import { type ReactNode, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SecretOnce } from './secret-once.tsx'

export interface CreateWithSecretProps {
  readonly label: string
  /** The form; it passes the secret on. */
  readonly children: (onCreated: (secret: string) => void) => ReactNode
}

export function CreateWithSecret({ label, children }: CreateWithSecretProps) {
  const [isOpen, setOpen] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const keep = (made: string) => {
    setOpen(false)
    setSecret(made)
  }
  return (
    <>
      <Button kind="main" icon={plus} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog title={label} kind="wide" isOpen={isOpen} onClose={() => setOpen(false)}>
        {children(keep)}
      </Dialog>
      <SecretOnce secret={secret} onKept={() => setSecret(null)} />
    </>
  )
}
