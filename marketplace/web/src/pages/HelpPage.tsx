import { ArrowUpRight, Camera, MessageCircleQuestionMark, Search, ShieldCheck, UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { ArticleDisclosure } from '../features/help/ArticleDisclosure.tsx'
import { type HelpTopic, useArticles } from '../features/help/articles.ts'
import { useAnswers } from '../features/help/use-answers.ts'
import { Trans } from '../i18n/Trans.tsx'
import { t } from '../i18n/t.ts'
import { supportDoor } from '../lib/support-door.ts'
import { Arch } from '../ui/ArchImage.tsx'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { usePageTitle } from '../ui/page-title.ts'

interface Topic {
  topic: HelpTopic
  to: string
  title: string
  line: string
  tone: string
  icon: ReactNode
  /** Articles named on its panel. */
  named: readonly string[]
}

const TOPICS: readonly Topic[] = [
  {
    topic: 'safety',
    to: paths.helpSafety,
    title: t('shell.safety'),
    line: t('help.safety.card'),
    tone: 'bg-saffron-soft text-saffron-ink',
    icon: <ShieldCheck strokeWidth={1.75} className="size-6" />,
    named: ['where-to-meet', 'five-scams', 'report'],
  },
  {
    topic: 'account',
    to: paths.helpAccount,
    title: t('shell.account'),
    line: t('help.account.card'),
    tone: 'bg-info-soft text-info-ink',
    icon: <UserRound strokeWidth={1.75} className="size-6" />,
    named: ['cannot-sign-in', 'change-email-or-phone', 'delete-account'],
  },
  {
    topic: 'posting',
    to: paths.helpPosting,
    title: t('shell.posting'),
    line: t('help.posting.card'),
    tone: 'bg-brand-soft text-brand-ink',
    icon: <Camera strokeWidth={1.75} className="size-6" />,
    named: ['photos-that-sell', 'price-guide', 'shipping'],
  },
]

/** Help: a search over all answers, the three topics, the questions that most people have. */
export function HelpPage() {
  usePageTitle(t('shell.help'))
  const [query, setQuery] = useState('')
  const searching = query.trim().length > 0
  const articles = useArticles()
  const { found, isLooking } = useAnswers(query)
  return (
    <main className="container-reading pt-8 md:pt-14">
      <h1 className="type-display">{t('help.howCanWeHelp')}</h1>
      <search className="mt-6 flex h-14 max-w-[640px] items-center rounded-full border border-ink bg-surface ps-5 pe-3 focus-within:border-focus focus-within:shadow-[0_0_0_1.5px_var(--focus)]">
        <Search aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0" />
        <input
          type="search"
          aria-label={t('help.searchTheHelp')}
          placeholder={t('help.searchAnswers', {
            count: articles.all.length,
          })}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          className="h-full min-w-0 flex-1 bg-transparent px-3 text-[16px] outline-none"
        />
      </search>
      <p role="status" className="sr-only">
        {searching && !isLooking ? t('help.answerCount', { count: found.length }) : ''}
      </p>
      {searching ? (
        <section aria-label={t('help.answers')} className="mt-10 max-w-[712px] border-b border-line">
          {found.map((article, at) => (
            <ArticleDisclosure key={article.id} article={article} open={at === 0} />
          ))}
          {found.length === 0 && !isLooking ? (
            <EmptyState
              className="py-6"
              icon={<Search strokeWidth={1.75} />}
              title={t('help.nothingFor', { query: query.trim() })}
              line={t('help.nothingForHint')}
              action={
                <Link to={paths.contact} className="inline-flex min-h-11 items-center font-semibold text-brand">
                  {t('shell.contact')}
                </Link>
              }
            />
          ) : null}
        </section>
      ) : (
        <Overview />
      )}
    </main>
  )
}

function Overview() {
  const articles = useArticles()
  return (
    <>
      <div className="mt-10 grid gap-5 md:grid-cols-3">
        {TOPICS.map((topic) => (
          <TopicPanel key={topic.topic} {...topic} />
        ))}
      </div>
      <div className="mt-14 grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_336px]">
        <section aria-labelledby="often">
          <h2 id="often" className="type-h2 mb-3">
            {t('help.askedOften')}
          </h2>
          <div className="border-b border-line">
            {articles.all
              .filter((article) => article.often)
              .map((article, at) => (
                <ArticleDisclosure key={article.id} article={article} open={at === 0} />
              ))}
          </div>
        </section>
        <section aria-labelledby="stuck">
          <h2 id="stuck" className="type-h2 mb-3">
            {t('help.stillStuck')}
          </h2>
          <div className="rounded-panel bg-brand-soft p-5">
            <h3 className="font-semibold text-brand-ink">{t('help.askTheAssistant')}</h3>
            <p className="type-small mt-1 text-ink-2">{t('help.assistantHint')}</p>
            <Button className="mt-3 w-full" onClick={(event) => supportDoor.open(event.currentTarget)}>
              <MessageCircleQuestionMark aria-hidden="true" strokeWidth={1.75} className="size-5" />
              {t('app.needHelp')}
            </Button>
          </div>
          <div className="p-5">
            <h3 className="font-semibold">{t('common.writeToPerson')}</h3>
            <p className="type-small mt-1 text-ink-2">
              <Trans
                id="help.howToReachUs"
                components={{ 0: <Link to={paths.contact} className="hit-44 font-semibold text-brand" /> }}
              />
            </p>
          </div>
        </section>
      </div>
    </>
  )
}

function TopicPanel({ to, title, line, tone, icon, named }: Topic) {
  const articles = useArticles()
  return (
    <section className="panel relative p-6 transition-colors hover:border-line-strong">
      <Arch className={cx('grid w-16 place-items-center', tone)}>{icon}</Arch>
      <ArrowUpRight aria-hidden="true" strokeWidth={1.75} className="absolute end-6 top-7 size-5" />
      <h2 className="mt-3 font-display text-[21px]/7 font-[640] tracking-[-0.02em]">
        <Link to={to} className="after:absolute after:inset-0">
          {title}
        </Link>
      </h2>
      <p className="text-ink-2">{line}</p>
      <ul className="mt-3 border-t border-line pt-2">
        {named
          .map((id) => articles.one(id))
          .map((article) => (
            <li key={article.id} className="relative">
              <Link to={`${to}#${article.id}`} className="inline-flex min-h-9 items-center text-[14px] hover:underline">
                {article.question}
              </Link>
            </li>
          ))}
      </ul>
    </section>
  )
}
