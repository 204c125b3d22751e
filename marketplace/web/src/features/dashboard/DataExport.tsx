import { useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { formatBytes } from '../../ui/format-numbers.ts'
import { SettingRow } from '../../ui/SettingsGroup.tsx'
import { takeCopy } from './take-copy.ts'

type Progress =
  | { state: 'idle' }
  | { state: 'coming'; bytes: number }
  | { state: 'done'; bytes: number }
  | { state: 'failed'; why: string }

/** Downloads the user's data as one file. */
export function DataExport() {
  const [progress, setProgress] = useState<Progress>({ state: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const begin = async () => {
    const controller = new AbortController()
    running.current = controller
    setProgress({ state: 'coming', bytes: 0 })
    try {
      const { file, name } = await takeCopy({
        signal: controller.signal,
        onProgress: (bytes) => setProgress({ state: 'coming', bytes }),
      })
      save(file, name)
      setProgress({ state: 'done', bytes: file.size })
    } catch (error) {
      setProgress(controller.signal.aborted ? { state: 'idle' } : { state: 'failed', why: sentenceOf(error) })
    }
  }
  const isComing = progress.state === 'coming'
  return (
    <SettingRow
      title={t('dashboard.yourData')}
      line={t('dashboard.export.hint')}
      action={
        <Button
          variant="secondary"
          size="s"
          loading={isComing}
          loadingLabel={t('dashboard.collecting')}
          onClick={() => void begin()}
        >
          {t('dashboard.downloadMyData')}
        </Button>
      }
    >
      <div className="flex flex-wrap items-center gap-3 has-[p:only-child:empty]:hidden">
        {isComing ? (
          <Button variant="ghost" onClick={() => running.current?.abort()}>
            {t('common.cancel')}
          </Button>
        ) : null}
        <p role={progress.state === 'failed' ? 'alert' : 'status'} className="tnum text-ink-2">
          {wordsOf(progress)}
        </p>
      </div>
    </SettingRow>
  )
}

function wordsOf(progress: Progress): string {
  if (progress.state === 'coming')
    return progress.bytes === 0 ? '' : t('dashboard.export.sizeSoFar', { size: formatBytes(progress.bytes) })
  if (progress.state === 'done') return t('dashboard.export.done', { size: formatBytes(progress.bytes) })
  return progress.state === 'failed' ? progress.why : ''
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
