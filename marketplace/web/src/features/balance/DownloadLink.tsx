import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { saveDocument } from '../../lib/data/save-document.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'

/** A button that downloads a document of the function `statements`. @param name accessible name, if different */
export function DownloadLink({ path, name, children }: { path: string; name?: string; children: ReactNode }) {
  const saving = useMutation({
    mutationFn: () => saveDocument(path),
    onError: (error) =>
      void toast({ tone: 'error', title: t('common.didNotGoThrough'), description: sentenceOf(error) }),
  })
  return (
    <Button
      variant="ghost"
      size="s"
      aria-label={name}
      className="-mx-2 px-2! text-brand!"
      loading={saving.isPending}
      onClick={() => saving.mutate()}
    >
      <Download aria-hidden="true" strokeWidth={1.75} className="size-4" />
      {children}
    </Button>
  )
}
