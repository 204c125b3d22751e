import { Check, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { t } from '../../i18n/t.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { cx } from '../../ui/cx.ts'
import { TabPanel, Tabs } from '../../ui/Tabs.tsx'
import { CardPreview, PagePreview } from './AdPreview.tsx'
import { adStrength, type Strength } from './ad-strength.ts'
import type { PostPhoto } from './photos.ts'
import { usePriceGuide } from './queries.ts'
import type { Category, PostForm } from './types.ts'

interface AdAsideProps {
  photos: readonly PostPhoto[]
  categories: readonly Category[]
  currency: string
}

const VERDICT: Record<Strength['verdict'], { tone: BadgeTone; label: string }> = {
  begun: { tone: 'neutral', label: t('Just begun') },
  fair: { tone: 'offer', label: t('Fair') },
  good: { tone: 'brand', label: t('Good') },
  strong: { tone: 'success', label: t('Strong') },
}

/** Beside the form: the ad as buyers will see it, and how complete it is. */
export function AdAside({ photos, categories, currency }: AdAsideProps) {
  const form = useWatch<PostForm>() as PostForm
  const [view, setView] = useState<'card' | 'page'>('card')
  const preview = { form, photos, categories, currency }
  return (
    <aside aria-label={t('Preview and ad strength')} className="hidden lg:block">
      <div className="sticky top-[107px] grid max-h-[calc(100dvh-195px)] gap-4 overflow-y-auto pb-2">
        <h2 className="absolute top-2.5 text-[15px] font-semibold">{t('How buyers see it')}</h2>
        <Tabs
          label={t('Kind of preview')}
          tabs={[
            { value: 'card', label: t('Card') },
            { value: 'page', label: t('Page') },
          ]}
          value={view}
          onChange={setView}
          className="grid justify-items-end gap-3"
        >
          <TabPanel value="card" className="w-full rounded-panel bg-sunken px-6 py-7">
            <CardPreview {...preview} />
          </TabPanel>
          <TabPanel value="page" className="w-full rounded-panel bg-sunken p-6">
            <PagePreview {...preview} />
          </TabPanel>
        </Tabs>
        <AdStrength form={form} photos={photos} categories={categories} />
      </div>
    </aside>
  )
}

/** How complete the ad is, and what would make it easier to answer. */
export function AdStrength({ form, photos, categories }: { form: PostForm } & Omit<AdAsideProps, 'currency'>) {
  const attributes = categories.find((category) => category.slug === form.category)?.attributes ?? []
  const guide = usePriceGuide(form.category, form.condition)
  const titleId = useId()
  const { points, score, verdict } = adStrength(form, photos, attributes, guide.data)
  return (
    <section aria-labelledby={titleId} className="panel p-5">
      <div className="flex items-center justify-between">
        <h2 id={titleId} className="text-[15px] font-semibold">
          {t('Ad strength')}
        </h2>
        <Badge tone={VERDICT[verdict].tone}>{VERDICT[verdict].label}</Badge>
      </div>
      <div aria-hidden="true" className="mt-3 flex gap-1">
        {points.map((point, index) => (
          <span key={point.text} className={cx('h-1.5 flex-1 rounded-full', index < score ? 'bg-brand' : 'bg-line')} />
        ))}
      </div>
      <ul className="type-small mt-3.5 grid gap-2">
        {points.map((point) => (
          <li key={point.text} className={cx('flex items-center gap-2.5', !point.done && 'font-semibold text-brand')}>
            {point.done ? (
              <Check aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0" />
            ) : (
              <Plus aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0" />
            )}
            {point.text}
          </li>
        ))}
      </ul>
    </section>
  )
}
