import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../i18n/t.ts'
import { cx } from './cx.ts'
import { usePageTitle } from './page-title.ts'

export interface ReadingSection {
  id: string
  title: string
  /** The title of the page already names it. */
  isUntitled?: boolean
  /** Sections of one chapter are grouped under its heading. */
  chapter?: string
  body: ReactNode
}

interface ReadingPageProps {
  title: string
  /** Below the title: one sentence, or the date of a legal text. */
  intro?: ReactNode
  sections: readonly ReadingSection[]
  /** Above the title, such as a back link. */
  before?: ReactNode
  after?: ReactNode
  /** Collapses all sections but the first, so that a long text is an overview of headings. */
  folds?: boolean
}

/** A page for reading: one column of 660 px; from four sections on with contents, sticky on the left, collapsed on phones. */
export function ReadingPage({ title, intro, sections, before, after, folds = false }: ReadingPageProps) {
  usePageTitle(title)
  const hasContents = sections.length > 3
  const chapters = [...Map.groupBy(sections, (section) => section.chapter)]
  const links = chapters.map(([chapter, ofChapter]) => (
    <div key={chapter ?? ''} className="not-first:mt-4">
      {chapter ? <p className="font-semibold">{chapter}</p> : null}
      <ul className="grid gap-0.5">
        {ofChapter.map((section) => (
          <li key={section.id}>
            <a
              href={`#${section.id}`}
              className="inline-flex min-h-11 items-center py-1 text-ink-2 hover:text-ink lg:min-h-9"
            >
              {section.title}
            </a>
          </li>
        ))}
      </ul>
    </div>
  ))
  return (
    <main className="container-reading pt-8 md:pt-14 print:pt-0">
      {before}
      <h1 className="type-display [overflow-wrap:anywhere]">
        <span style={{ fontSize: sizeFor(title) }}>{title}</span>
      </h1>
      {intro ? <p className="type-body-l mt-4 max-w-[66ch] text-ink-2">{intro}</p> : null}
      <div
        className={cx(
          'mt-8',
          hasContents ? 'gap-14 lg:mt-12 lg:grid lg:grid-cols-[240px_minmax(0,660px)]' : 'max-w-165',
        )}
      >
        <nav
          aria-label={t('common.onThisPage')}
          className={cx(
            'type-small self-start lg:sticky lg:top-[calc(112px+var(--banner))] lg:max-h-[calc(100dvh-8rem)] lg:overflow-y-auto lg:pb-6 print:hidden',
            !hasContents && 'hidden',
          )}
        >
          <details className="panel px-4 lg:hidden">
            <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden">
              {t('common.onThisPage')}
              <ChevronDown aria-hidden="true" strokeWidth={1.75} className="size-5" />
            </summary>
            <div className="pb-2">{links}</div>
          </details>
          <div className="max-lg:hidden">{links}</div>
        </nav>
        <div className={cx('grid', hasContents && 'mt-8 lg:mt-0', folds ? 'content-start' : 'gap-10')}>
          {chapters.map(([chapter, ofChapter]) =>
            chapter ? (
              <div key={chapter} className="grid gap-8 not-first:mt-4">
                <h2 className="type-h1">{chapter}</h2>
                {ofChapter.map((section) => (
                  <Section key={section.id} section={section} heading="h3" />
                ))}
              </div>
            ) : (
              ofChapter.map((section, at) =>
                folds && at > 0 ? (
                  <FoldedSection key={section.id} section={section} />
                ) : (
                  <Section key={section.id} section={section} heading="h2" />
                ),
              )
            ),
          )}
          {after}
        </div>
      </div>
    </main>
  )
}

/** Approximate letter width of the display face, in ems. */
const LETTER = 0.56

/** Shrinks a title with one long word, such as "Nutzungsbedingungen", on phones: browsers do not hyphenate it reliably. */
function sizeFor(title: string): string {
  const longest = Math.max(...title.split(/\s+/).map((word) => word.length))
  return `min(1em, calc((100vw - 2.5rem) / ${(longest * LETTER).toFixed(2)}))`
}

const TEXT =
  'grid max-w-[66ch] gap-3 text-ink-2 [&_a]:font-semibold [&_a]:text-brand [&_a]:underline [&_a]:underline-offset-2 [&_li]:mt-1.5 [&_ul]:list-disc [&_ul]:ps-5'

function Section({ section, heading: Heading }: { section: ReadingSection; heading: 'h2' | 'h3' }) {
  return (
    <section id={section.id} aria-labelledby={`${section.id}-title`} className="scroll-mt-24">
      <Heading
        id={`${section.id}-title`}
        className={cx(Heading === 'h2' ? 'type-h2' : 'type-h3', section.isUntitled ? 'sr-only' : 'mb-3')}
      >
        {section.title}
      </Heading>
      <div className={TEXT}>{section.body}</div>
    </section>
  )
}

/** A collapsible heading. Fragment links and find-in-page open it, and in print all are open. */
function FoldedSection({ section }: { section: ReadingSection }) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    // If the content arrived after the URL, the browser did not find the fragment.
    if (location.hash !== `#${section.id}` || !details.current) return
    details.current.open = true
    details.current.scrollIntoView()
  }, [section.id])
  return (
    <details
      ref={details}
      className="group border-b border-line first-of-type:mt-8 first-of-type:border-t scroll-mt-24"
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-3 [&::-webkit-details-marker]:hidden">
        <h2 className="type-h3">{section.title}</h2>
        <ChevronDown
          aria-hidden="true"
          strokeWidth={1.75}
          className="size-5 shrink-0 text-ink-3 transition-[rotate] group-open:rotate-180 print:hidden"
        />
      </summary>
      <div id={section.id} className={`scroll-mt-40 pb-6 ${TEXT}`}>
        {section.body}
      </div>
    </details>
  )
}
