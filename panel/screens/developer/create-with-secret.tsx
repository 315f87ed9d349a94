// A button that creates an object with a secret: a form in a dialog, and then the secret, shown once.
import plus from 'icon:plus'
import { type ReactNode, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useWords } from '../../words/language.tsx'
import css from './developer.module.css'
import { developerWords } from './words.ts'

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

/** A secret that is shown only once. It stays visible until the user confirms to have stored it. */
export function SecretOnce({ secret, onKept }: { secret: string | null; onKept: () => void }) {
  const words = useWords(developerWords)
  return (
    <Dialog
      title={words.secretTitle}
      isOpen={secret !== null}
      onClose={onKept}
      buttons={
        <Button kind="main" onClick={onKept}>
          {words.kept}
        </Button>
      }
    >
      <div className={css.fields}>
        <p>{words.secretText}</p>
        <CodeBlock text={secret ?? ''} what={words.secret} />
      </div>
    </Dialog>
  )
}
