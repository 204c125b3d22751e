import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../../../contract/paths.ts'
import { inSentence } from '../../../i18n/in-sentence.ts'
import { t } from '../../../i18n/t.ts'
import { Link } from '../../../lib/router.tsx'
import { Button } from '../../../ui/Button.tsx'
import { formatCount, formatDate, formatPrice } from '../../../ui/format.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Photo } from '../../../ui/Photo.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { DirectDecision } from '../queue/DirectDecision.tsx'
import type { Action } from '../queue/types.ts'
import { ACTION, REASON, ruleName, TARGET } from '../queue/words.ts'
import { adEvent, adState, adType, appealState, reportState } from '../state-words.ts'
import { AdStateBadge } from './AdStateBadge.tsx'
import { type AdFile, readAd } from './api.ts'

/** One ad with its history, reports and decisions, and a form to decide. */
export function AdPage({ listing, onBack }: { listing: string; onBack: () => void }) {
  const file = useQuery({ queryKey: ['admin', 'ad', listing], queryFn: () => readAd(listing), staleTime: 60_000 })
  return (
    <>
      <Button variant="ghost" size="s" onClick={onBack} className="-ms-3 mb-2">
        <ArrowLeft aria-hidden="true" strokeWidth={1.75} className="size-5" />
        {t('admin.allAds')}
      </Button>
      {file.isPending ? <Skeleton className="h-72 rounded-card" /> : null}
      {file.isLoadingError ? <LoadFailed as="h1" onRetry={() => void file.refetch()} /> : null}
      {file.data ? <Shown file={file.data} /> : null}
    </>
  )
}

function Shown({ file }: { file: AdFile }) {
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="type-h1 [overflow-wrap:anywhere]">{file.title || t('admin.untitled')}</h1>
        <AdStateBadge state={file.state} />
      </div>
      <p className="mb-5 flex flex-wrap gap-x-5">
        <Link to={paths.listing(file.id)} className="inline-flex min-h-11 items-center font-semibold text-brand">
          {t('admin.openTheAd')}
        </Link>
        {file.person ? (
          <Link
            to={`${paths.adminTab('people')}?person=${file.person.id}`}
            className="inline-flex min-h-11 items-center font-semibold text-brand"
          >
            {file.person.display_name}
          </Link>
        ) : null}
      </p>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_360px]">
        <div className="grid gap-5">
          <section aria-label={t('common.description')} className="panel grid gap-4 p-5">
            {file.state_reason ? (
              <p className="rounded-control bg-saffron-soft px-4 py-3 text-saffron-ink">
                {file.state_rule ? <b className="font-semibold">{ruleName(file.state_rule)}: </b> : null}
                {file.state_reason}
              </p>
            ) : null}
            <Facts file={file} />
            <p className="whitespace-pre-wrap rounded-control bg-sunken px-4 py-3 [overflow-wrap:anywhere]">
              {file.description}
            </p>
            {file.photos.length > 0 ? (
              <ul aria-label={t('common.photos')} className="flex flex-wrap gap-2">
                {file.photos.map(({ id, path, alt }) => (
                  <li key={id}>
                    <Photo path={path} alt={alt || file.title} sizes="96px" className="w-24 rounded-control" />
                  </li>
                ))}
              </ul>
            ) : null}
          </section>
          <Lists file={file} />
        </div>
        <Decide file={file} />
      </div>
    </>
  )
}

function Facts({ file }: { file: AdFile }) {
  const rows: [string, string][] = [
    [t('admin.ads.number'), String(file.ad_no)],
    [t('common.price'), formatPrice(file.price_minor, file.currency)],
    [t('admin.kind'), [adType(file.type), file.category].filter(Boolean).join(', ')],
    [t('common.place'), [file.area, file.city].filter(Boolean).join(', ') || t('common.notSaid')],
    [t('admin.ads.published'), file.published_at ? formatDate(file.published_at) : t('admin.ads.never')],
    [t('admin.ads.ends'), file.expires_at ? formatDate(file.expires_at) : t('admin.ads.never')],
    [
      t('admin.ads.seen'),
      t('admin.ads.viewsSavesChats', {
        views: file.views,
        saves: formatCount(file.saves),
        chats: file.chats,
      }),
    ],
  ]
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="tnum min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const BY: Readonly<Record<AdFile['events'][number]['by'], string>> = {
  system: t('admin.ads.byTheSystem'),
  seller: t('admin.ads.byTheSeller'),
  moderator: t('admin.ads.byAModerator'),
}

function Lists({ file }: { file: AdFile }) {
  return (
    <>
      <List title={t('admin.ads.samePhotosElsewhere')} count={file.photos_elsewhere.length}>
        {file.photos_elsewhere.map((other) => (
          <li key={other.id} className="py-2">
            <Link to={`${paths.adminTab('ads')}?ad=${other.id}`} className="font-semibold text-brand">
              {other.title || t('admin.untitled')}
            </Link>{' '}
            <span className="type-small text-ink-3">
              {[
                t('admin.ads.adNumber', { number: String(other.ad_no) }),
                adState(other.state),
                other.same_seller ? t('admin.samePerson') : other.seller,
              ].join(', ')}
            </span>
          </li>
        ))}
      </List>
      <List title={t('common.reports')} count={file.reports.length}>
        {file.reports.map((report) => (
          <li key={report.no} className="py-2 text-ink-2">
            {[
              t('admin.ads.adNumber', { number: String(report.no) }),
              formatDate(report.at),
              inSentence(TARGET[report.target_kind]),
              inSentence(REASON[report.reason] ?? report.reason),
            ].join(', ')}
            {report.detail ? `: ${t('common.quotedWords', { words: report.detail })}` : ''}{' '}
            <span className="type-small text-ink-3">
              ({reportState(report.state)} · {t('admin.weight', { weight: String(report.weight) })})
            </span>
          </li>
        ))}
      </List>
      <List title={t('common.decisions')} count={file.decisions.length}>
        {file.decisions.map((decision) => (
          <li key={decision.no} className="py-2 text-ink-2">
            {t('admin.ads.decisionLine', {
              number: String(decision.no),
              date: formatDate(decision.at),
              action: inSentence(ACTION[decision.action]),
            })}{' '}
            {decision.statement} {decision.appeal_state ? appealState(decision.appeal_state) : ''}
          </li>
        ))}
      </List>
      <List title={t('admin.ads.history')} count={file.events.length}>
        {file.events.map((event) => (
          <li key={`${event.at} ${event.event}`} className="py-2 text-ink-2">
            <span className="tnum">{formatDate(event.at)}</span>:{' '}
            {[
              adEvent(event.event),
              event.from && event.to && event.from !== event.to
                ? t('home.howItWorks.range', { from: adState(event.from), to: adState(event.to) })
                : null,
              BY[event.by],
            ]
              .filter(Boolean)
              .join(', ')}
            {event.reason ? `. ${event.reason}` : ''}
          </li>
        ))}
      </List>
    </>
  )
}

function List({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null
  return (
    <section aria-label={title} className="panel px-5 py-4">
      <h2 className="type-h3">
        {title} <span className="tnum font-normal text-ink-3">{count}</span>
      </h2>
      <ul className="mt-1 divide-y divide-line">{children}</ul>
    </section>
  )
}

const ABOUT_ADS: readonly Action[] = ['warn', 'hide', 'remove']

function Decide({ file }: { file: AdFile }) {
  return (
    <DirectDecision
      target={{ kind: 'listing', id: file.id }}
      title={t('admin.ads.decide')}
      actions={ABOUT_ADS}
      readBy={t('admin.ads.reasonHint')}
      className="panel grid gap-3 p-5"
    />
  )
}
