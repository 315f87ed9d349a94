// The payment data of a charge: a QR code if there is one, and the code to copy.
import type { ReactNode } from 'react'
import { relativeUrl } from '../logic/relative-url.ts'
import { CodeBlock } from './code-block.tsx'
import { CopyButton } from './copy-button.tsx'
import css from './pay-code.module.css'
import { QrImage } from './qr-image.tsx'

export interface PayCodeProps {
  /** "Pix copia e cola", "Linha digitável". */
  readonly name: string
  readonly code: string
  readonly qr?: { readonly url: string; readonly alt: string; readonly hint: string }
  /** More buttons. */
  readonly children?: ReactNode
}

export function PayCode({ name, code, qr, children }: PayCodeProps) {
  return (
    <div className={css.way}>
      {qr && (
        <>
          <QrImage src={relativeUrl(qr.url)} alt={qr.alt} />
          <p className="quiet">{qr.hint}</p>
        </>
      )}
      <div className={css.code}>
        <h3>{name}</h3>
        <CodeBlock text={code} what={name} />
      </div>
      <div className={css.ends}>
        <CopyButton text={code} what={name} kind="main" hasWords />
        {children}
      </div>
    </div>
  )
}
