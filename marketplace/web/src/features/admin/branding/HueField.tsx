import { useId } from 'react'
import { t } from '../../../i18n/t.ts'
import { applyHue, DESIGNED_HUE } from '../../../lib/brand.ts'
import { Button } from '../../../ui/Button.tsx'
import { LogoMark } from '../../../ui/Logo.tsx'

/** The brand colour's hue. Lightness and chroma are fixed, so contrast holds for every hue (lib/brand.test.ts). */
export function HueField({ hue, onChange }: { hue: number | null; onChange: (hue: number | null) => void }) {
  const id = useId()
  const shown = hue ?? DESIGNED_HUE
  return (
    <div className="grid gap-3">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-[14px]/5 font-semibold">
          {t('admin.branding.colour')}
        </label>
        <span className="type-small tnum text-ink-3">{hue === null ? t('admin.branding.asDesigned') : `${hue}°`}</span>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={359}
        value={shown}
        aria-describedby={`${id}-note`}
        aria-valuetext={t('admin.branding.degrees', { count: shown })}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-11 w-full accent-brand"
      />
      <p id={`${id}-note`} className="type-small text-ink-3">
        {t('admin.branding.hueHint')}
      </p>
      <div
        // The stylesheet computes colours where --brand-turn is set, so set it on the preview.
        ref={(element) => {
          if (element) applyHue(element, hue)
        }}
        className="brand-preview flex flex-wrap items-center gap-3 rounded-panel border border-line bg-paper p-4"
      >
        <LogoMark className="h-9" />
        <span className="inline-flex h-11 items-center rounded-control bg-brand px-4 font-semibold text-on-brand">
          {t('admin.branding.aButton')}
        </span>
        <span className="inline-flex h-11 items-center rounded-control bg-brand-soft px-4 font-semibold text-brand-ink">
          {t('admin.branding.aSoftOne')}
        </span>
        <span className="font-semibold text-brand">{t('admin.branding.aLink')}</span>
      </div>
      {hue === null ? null : (
        <Button variant="ghost" size="s" className="justify-self-start" onClick={() => onChange(null)}>
          {t('admin.branding.backToDesignedColour')}
        </Button>
      )}
    </div>
  )
}
