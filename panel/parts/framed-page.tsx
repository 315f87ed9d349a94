// Shows one of our pages in a frame at its full height.
import css from './framed-page.module.css'

export interface FramedPageProps {
  readonly address: string
  readonly title: string
  /** For content that is not only ours: no scripts run in it. */
  readonly hasNoScripts?: boolean
}

export function FramedPage({ address, title, hasNoScripts = false }: FramedPageProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is long is scrolled by keys too
    <section className={css.frame} aria-label={title} tabIndex={0}>
      {/* Its links are inactive. The frame has our origin, so its height can be measured. */}
      <div inert>
        <iframe
          src={address}
          title={title}
          {...(hasNoScripts && { sandbox: 'allow-same-origin' })}
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
