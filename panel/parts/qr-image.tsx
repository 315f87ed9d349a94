// A QR code, dark on white in every theme so that cameras can read it.
import css from './qr-image.module.css'

export function QrImage({ src, alt, size = 220 }: { src: string; alt: string; size?: number }) {
  return (
    <span className={css.frame}>
      <img src={src} alt={alt} width={size} height={size} />
    </span>
  )
}
