// A secret that is shown only once. It stays visible until the user confirms to have stored it.
import { Button } from '../../parts/button.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useWords } from '../../words/language.tsx'
import css from './developer.module.css'
import { developerWords } from './words.ts'

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
