// A page of ours inside a screen, as its readers get it: to look at, and as long as it is.
import css from './framed-page.module.css'

export interface FramedPageProps {
  readonly address: string
  readonly title: string
  /** It is not of our making alone: whatever stands in it, nothing runs. */
  readonly isStill?: boolean
}

export function FramedPage({ address, title, isStill = false }: FramedPageProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is long is scrolled by keys too
    <section className={css.frame} aria-label={title} tabIndex={0}>
      {/* Its links lead nowhere; of our origin, it can be measured. */}
      <div inert>
        <iframe
          src={address}
          title={title}
          {...(isStill && { sandbox: 'allow-same-origin' })}
          tabIndex={-1}
          onLoad={({ currentTarget: frame }) => {
            const { scrollHeight = 0 } = frame.contentDocument?.documentElement ?? {}
            frame.style.height = `${scrollHeight}px`
          }}
        />
      </div>
    </section>
  )
}
