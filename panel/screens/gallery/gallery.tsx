// A page with every component, for developers and for tests in every theme.
import { PageHead } from '../../parts/page-head.tsx'
import { Buttons, Fields } from './controls.tsx'
import css from './gallery.module.css'
import { Shown } from './shown.tsx'

export function Screen() {
  return (
    <>
      <PageHead title="Peças" sub="As partes de que as telas são feitas" />
      <div className={css.all}>
        <Buttons />
        <Fields />
        <Shown />
      </div>
    </>
  )
}
