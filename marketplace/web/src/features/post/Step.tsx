import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../i18n/t.ts'
import { Arch } from '../../ui/ArchImage.tsx'
import { cx } from '../../ui/cx.ts'
import { STEP_TITLE, STEPS, type StepName } from './steps.ts'

export type StepMark = 'done' | 'current' | 'open'

const MARKS: Record<StepMark, string> = {
  done: 'bg-brand text-on-brand',
  current: 'bg-saffron text-on-saffron',
  open: 'bg-sunken text-ink-2',
}

interface StepProps {
  name: StepName
  mark: StepMark
  /** One line under the title. */
  line?: string
  children: ReactNode
}

/** One of the five parts of the form, with its arch: the number, or a tick when nothing is missing. */
export function Step({ name, mark, line, children }: StepProps) {
  const isLast = name === STEPS.at(-1)
  return (
    <section aria-labelledby={`step-${name}`} className="relative pb-8 md:ps-13 md:pb-14">
      <div aria-hidden="true" className="absolute inset-y-0 start-0 hidden w-9 md:block">
        <Arch ratio={1} className={cx('grid w-9 place-items-center text-[15px] font-semibold', MARKS[mark])}>
          {mark === 'done' ? <Check strokeWidth={2.25} className="size-4.5" /> : STEPS.indexOf(name) + 1}
        </Arch>
        {isLast ? null : <span className="absolute start-4.5 top-11 bottom-2 w-px bg-line" />}
      </div>
      <h2 id={`step-${name}`} className="font-display text-[27px]/8 font-[640] tracking-[-0.028em] md:text-[22px]/9">
        {STEP_TITLE[name]}
        <span className="sr-only">{mark === 'done' ? t(', complete') : t(', not complete yet')}</span>
      </h2>
      {line ? <p className="mt-0.5 text-ink-2 md:text-[14px]/5">{line}</p> : null}
      <div className="mt-3 grid gap-5">{children}</div>
    </section>
  )
}
