import { Copy } from 'lucide-react'
import { t } from '../i18n/t.ts'
import { Button } from './Button.tsx'
import { toast } from './toast.ts'

/** A secret to copy now: it is not shown again. */
export function ShownOnce({ label, value }: { label: string; value: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    toast({ title: t('common.copied') })
  }
  return (
    <div className="grid gap-3">
      <p className="text-ink-2">{t('common.secretShownOnce')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable text must be reachable by keyboard */}
      <section tabIndex={0} aria-label={label} className="rounded-field bg-sunken p-4 font-mono text-[15px] break-all">
        {value}
      </section>
      <Button variant="secondary" className="justify-self-start" onClick={() => void copy()}>
        <Copy aria-hidden="true" strokeWidth={1.75} className="size-5" />
        {t('common.copy')}
      </Button>
    </div>
  )
}
