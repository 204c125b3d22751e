import { CircleAlert, Eye, Info } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { paths } from '../../../../contract/paths.ts'
import { labelIn } from '../../i18n/label-in.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import { cx } from '../../ui/cx.ts'
import type { RuleHit } from './api.ts'
import type { PostForm } from './listing-form.ts'
import { useRuleHits } from './queries.ts'

/** Debounce in milliseconds. */
const QUIET_MS = 800

const LOOKS = {
  block: { icon: CircleAlert, tone: 'bg-danger-soft text-danger-ink', title: t('post.rules.mayNotBeOffered') },
  review: { icon: Eye, tone: 'bg-saffron-soft text-saffron-ink', title: t('post.rules.lookedAtFirst') },
  warn: { icon: Info, tone: 'bg-info-soft text-info-ink', title: t('post.pleaseCheck') },
} as const

/** Warns of prohibited-items rules that the text matches, while typing. Sticks to the publish bar, so that it pushes nothing down. */
export function RuleNotice() {
  const title = useWatch<PostForm, 'title'>({ name: 'title' })
  const description = useWatch<PostForm, 'description'>({ name: 'description' })
  const category = useWatch<PostForm, 'category'>({ name: 'category' })
  const [calm, setCalm] = useState({ title, description, category })
  useEffect(() => {
    const timer = setTimeout(() => setCalm({ title, description, category }), QUIET_MS)
    return () => clearTimeout(timer)
  }, [title, description, category])
  const { data: hits = [] } = useRuleHits(calm)
  return (
    <div
      role="status"
      className="sticky bottom-[calc(81px+env(safe-area-inset-bottom))] z-10 border-t border-line bg-surface empty:hidden"
    >
      {hits.map((hit) => (
        <Hit key={hit.rule} hit={hit} />
      ))}
    </div>
  )
}

function Hit({ hit }: { hit: RuleHit }) {
  const { icon: Icon, tone, title } = LOOKS[hit.severity]
  return (
    <p className={cx('flex gap-3 px-[max(16px,calc(50%-536px))] py-3', tone)}>
      <Icon aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0" />
      <span>
        <Trans
          id="post.rules.hit"
          values={{
            title,
            name: labelIn(hit.name),
            term: hit.term,
            explanation: labelIn(hit.explanation),
          }}
          components={{
            0: <strong className="font-semibold" />,
            1: <Link to={paths.helpArticle('not-allowed')} className="underline underline-offset-2" />,
          }}
        />
      </span>
    </p>
  )
}
