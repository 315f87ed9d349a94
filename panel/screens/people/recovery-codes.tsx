// Recovery codes, shown once. They stay visible until the user confirms; they can be copied, downloaded or printed.
import download from 'icon:download'
import printer from 'icon:printer'
import { saveText } from '../../api/download.ts'
import { cx } from '../../kit/class-names.ts'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useWords } from '../../words/language.tsx'
import css from './people.module.css'
import { profileWords } from './profile-words.ts'

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[] | null; onDone: () => void }) {
  const words = useWords(profileWords)
  const text = codes?.join('\n') ?? ''
  return (
    <Dialog
      title={words.codesTitle}
      isOpen={codes !== null}
      isSticky
      onClose={onDone}
      buttons={
        <Button kind="main" onClick={onDone}>
          {words.kept}
        </Button>
      }
    >
      <div className={css.fields}>
        <div className={cx(css.fields, css.sheet)}>
          <p>{words.codesText}</p>
          <ul className={css.codes}>
            {codes?.map((code) => (
              <li key={code} className="code">
                {code}
              </li>
            ))}
          </ul>
        </div>
        <div className={css.acts}>
          <CopyButton text={text} what={words.codes} kind="plain" hasWords />
          <Button icon={download} onClick={() => saveText(`${text}\n`, words.codesFile, 'text/plain')}>
            {words.download}
          </Button>
          <Button icon={printer} onClick={() => print()}>
            {words.print}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
