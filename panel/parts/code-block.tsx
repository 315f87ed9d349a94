// Code to read and copy: webhook bodies, keys, Pix codes.
import css from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'

export function CodeBlock({ text, what }: { text: string; what: string }) {
  return (
    <div className={css.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long text is scrolled by keys too */}
      <pre tabIndex={0}>{text}</pre>
      <div className={css.copy}>
        <CopyButton text={text} what={what} />
      </div>
    </div>
  )
}
