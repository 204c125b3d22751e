import { Copy, Download } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n')
  const icon = { 'aria-hidden': true, strokeWidth: 1.75, className: 'size-5' } as const
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    toast({ title: t('security.codesCopied') })
  }
  return (
    <div className="grid gap-4">
      <ol className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-field bg-sunken p-4 font-mono text-[15px]">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy {...icon} />
          {t('common.copy')}
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${t('security.codes.fileTitle', { brand: config.brandName })}\n\n${text}\n`)}`}
          download={`${config.brandName.toLowerCase()}-recovery-codes.txt`}
          className="inline-flex min-h-11 items-center gap-2 rounded-field px-3 font-semibold text-brand"
        >
          <Download {...icon} />
          {t('security.codes.saveAsFile')}
        </a>
      </div>
    </div>
  )
}
