import { Copy, Share2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import { Arch } from '../../ui/ArchImage.tsx'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Picture } from './Picture.tsx'
import { HomeLogo } from './PostHeader.tsx'
import type { PostPhoto } from './photos.ts'

interface PublishedProps {
  listingId: string
  title: string
  /** Reason of a review; null when published. */
  review: string | null
  cover: PostPhoto | undefined
  onSimilar: () => void
}

/** Confirmation after publishing. */
export function Published({ listingId, title, review, cover, onSimilar }: PublishedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no')
  useEffect(() => {
    window.scrollTo({ top: 0 })
    heading.current?.focus()
  }, [])
  const url = new URL(paths.listing(listingId), location.href).href
  const share = async () => {
    // Closing the share sheet rejects.
    await navigator.share({ title, url }).catch(() => undefined)
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setCopied('yes')
    } catch {
      // Forbidden without HTTPS, for example.
      setCopied('failed')
    }
  }
  return (
    <>
      <header className="border-b border-line">
        <div className="container-page flex h-16 items-center md:h-[75px]">
          <HomeLogo />
        </div>
      </header>
      <main className="mx-auto grid max-w-xl justify-items-center gap-4 px-4 py-16 text-center md:py-24">
        {cover ? (
          <Arch className="w-40">
            <Picture photo={cover} className="size-full object-cover" />
          </Arch>
        ) : null}
        <h1 ref={heading} tabIndex={-1} aria-live="polite" className="type-h1 mt-2 outline-none">
          {review === null ? t('post.published.live') : t('post.published.inReview')}
        </h1>
        {review === null ? (
          <p className="text-ink-2">{t('post.published.liveHint', { title })}</p>
        ) : (
          <>
            <p className="text-ink-2">{review}</p>
            <p className="text-ink-2">
              <Trans
                id="post.published.inReviewHint"
                values={{ title }}
                components={{
                  0: <Link to={paths.helpArticle('not-allowed')} className="underline underline-offset-2" />,
                }}
              />
            </p>
          </>
        )}
        <div className="mt-2 flex flex-wrap justify-center gap-2">
          <LinkButton to={paths.listing(listingId)} size="lg">
            {t('post.seeYourAd')}
          </LinkButton>
          <Button variant="secondary" size="lg" onClick={onSimilar}>
            {t('common.postSimilar')}
          </Button>
        </div>
        <div className="flex flex-wrap justify-center gap-2">
          {typeof navigator.share === 'function' ? (
            <Button variant="ghost" onClick={() => void share()}>
              <Share2 aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
              {t('post.share')}
            </Button>
          ) : null}
          <Button variant="ghost" onClick={() => void copy()}>
            <Copy aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
            {t('post.copyTheLink')}
          </Button>
          <LinkButton to={paths.dashboard} variant="ghost">
            {t('post.published.toDashboard')}
          </LinkButton>
        </div>
        <p role="status" className="type-small text-ink-2">
          {copied === 'yes'
            ? t('post.published.linkCopied')
            : copied === 'failed'
              ? t('post.published.copyAddress')
              : ''}
        </p>
      </main>
    </>
  )
}
