import { Columns2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { FEWEST_COMPARED, MOST_COMPARED } from './compare.ts'

const CompareDialog = lazy(async () => ({ default: (await import('./CompareDialog.tsx')).CompareDialog }))

interface CompareBarProps {
  /** Ids of the selected ads; null when not comparing. */
  chosen: readonly string[] | null
  onChange: (chosen: readonly string[] | null) => void
}

/** Starts a comparison, shows how many ads are selected, and opens it. */
export function CompareBar({ chosen, onChange }: CompareBarProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (chosen === null) {
    return (
      <Button variant="secondary" size="s" onClick={() => onChange([])}>
        <Columns2 aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
        {t('saved.compare')}
      </Button>
    )
  }
  return (
    <>
      <p role="status" className="type-small text-ink-2">
        {chosen.length < FEWEST_COMPARED
          ? t('saved.chooseBetween', { fewest: FEWEST_COMPARED, most: MOST_COMPARED })
          : t('saved.chosenOf', { count: chosen.length, most: MOST_COMPARED })}
      </p>
      <Button size="s" disabled={chosen.length < FEWEST_COMPARED} onClick={() => setIsOpen(true)}>
        {t('saved.compare')}
      </Button>
      <Button variant="ghost" size="s" onClick={() => onChange(null)}>
        {t('common.done')}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <CompareDialog ids={chosen} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
