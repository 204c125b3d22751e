import { Search } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import { HELP_TOPICS } from '../../../contract/help/article.ts'
import { paths } from '../../../contract/paths.ts'
import { ArticleLinks } from '../features/help/ArticleLinks.tsx'
import { useArticles } from '../features/help/articles.ts'
import { StillStuck } from '../features/help/StillStuck.tsx'
import { TOPIC_TITLES } from '../features/help/topic-titles.ts'
import { useAnswers } from '../features/help/use-answers.ts'
import { t } from '../i18n/t.ts'
import { Link, useSearchParams } from '../lib/router.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { usePageTitle } from '../ui/page-title.ts'

/** Help: search, the ten most common questions, topics, and further support. */
export function HelpPage() {
  usePageTitle(t('shell.help'))
  const [search, setSearch] = useSearchParams()
  const query = search.get('q') ?? ''
  const results = useRef<HTMLElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    results.current?.querySelector('a')?.focus()
  }
  return (
    <main className="mx-auto w-full max-w-[928px] px-4 pt-8 md:px-6 md:pt-14">
      <h1 className="type-display">{t('help.howCanWeHelp')}</h1>
      <search>
        <form
          onSubmit={submit}
          className="mt-6 flex h-14 items-center gap-3 rounded-full border border-line-strong bg-surface ps-5 pe-2 focus-within:border-focus focus-within:shadow-[0_0_0_1.5px_var(--focus)] md:mt-8 md:h-16"
        >
          <Search aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0" />
          <input
            type="search"
            name="q"
            aria-label={t('help.searchTheHelp')}
            placeholder={t('help.searchTheHelp')}
            value={query}
            onChange={({ target: { value } }) => setSearch(value ? { q: value } : {}, { replace: true })}
            className="h-full min-w-0 flex-1 bg-transparent text-[16px] outline-none"
          />
          <Button type="submit" className="rounded-full max-sm:hidden">
            {t('home.search')}
          </Button>
        </form>
      </search>
      <section ref={results} aria-label={t('help.answers')} className="mt-6 md:mt-10">
        {query.trim() ? <Found query={query} /> : <Overview />}
      </section>
    </main>
  )
}

function Overview() {
  const often = useArticles().askedOften()
  return (
    <>
      <ArticleLinks articles={often} className="gap-x-12 md:grid-flow-col md:grid-cols-2 md:grid-rows-5" />
      <nav aria-label={t('help.topics')} className="mt-6">
        <ul className="flex flex-wrap gap-x-6">
          {HELP_TOPICS.map((topic) => (
            <li key={topic}>
              <Link
                to={paths.helpArticle(topic)}
                className="inline-flex min-h-11 items-center font-semibold text-brand"
              >
                {t(TOPIC_TITLES[topic])}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <StillStuck className="mt-6 md:mt-8" />
    </>
  )
}

function Found({ query }: { query: string }) {
  const { found, isLooking } = useAnswers(query)
  return (
    <>
      <p role="status" className="sr-only">
        {isLooking ? '' : t('help.answerCount', { count: found.length })}
      </p>
      <ArticleLinks articles={found} withAnswers />
      {found.length > 0 || isLooking ? null : (
        <EmptyState
          className="py-6"
          icon={<Search strokeWidth={1.75} />}
          title={t('help.nothingFor', { query: query.trim() })}
          line={t('help.nothingForHint')}
        />
      )}
      {isLooking ? null : <StillStuck className="mt-10" />}
    </>
  )
}
