import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { type CSSProperties, useEffect } from 'react'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { connectToaster, type ToastMessage } from './toast.ts'

const ICONS = {
  success: <CircleCheck aria-hidden="true" strokeWidth={1.75} className="size-5 text-success" />,
  error: <CircleAlert aria-hidden="true" strokeWidth={1.75} className="size-5 text-danger" />,
  info: <Info aria-hidden="true" strokeWidth={1.75} className="size-5 text-info" />,
}

/** The current notice of each topic, by sonner's id. */
const shown = new Map<string, number | string>()

function showToast({ title, description, tone = 'success', action, stays = false, matter }: ToastMessage): void {
  if (matter !== undefined && shown.has(matter)) sonner.dismiss(shown.get(matter))
  const lasts = stays || (tone === 'error' && action)
  const options = { description, action, icon: ICONS[tone], ...(lasts ? { duration: Number.POSITIVE_INFINITY } : {}) }
  const number = sonner(title, options)
  if (matter !== undefined) shown.set(matter, number)
}

/** Where notices appear: top right below the header, 356 px wide, at most 3; on phones the full width less 16 px. */
export function Toaster() {
  useEffect(() => connectToaster(showToast), [])
  return (
    <Sonner
      position="top-right"
      duration={4000}
      visibleToasts={3}
      expand
      gap={12}
      offset={{ top: 'var(--toast-top)', right: 24 }}
      mobileOffset={{ top: 16, left: 16, right: 16 }}
      style={{ '--width': '356px', fontFamily: 'inherit', zIndex: 50 } as CSSProperties}
      icons={{ close: <X aria-hidden="true" strokeWidth={1.75} className="size-4" /> }}
      toastOptions={{
        unstyled: true,
        closeButton: true,
        classNames: {
          toast:
            'relative flex w-full items-start gap-3 rounded-panel border border-line bg-surface py-3.5 ps-4 pe-11 text-ink shadow-2 sm:w-[356px]',
          icon: 'mt-0.5 shrink-0',
          content: 'grid min-w-0 gap-0.5',
          title: 'text-[14px]/5 font-semibold',
          description: 'type-small text-ink-2',
          actionButton: 'hit-44 ms-auto shrink-0 text-[14px]/5 font-semibold text-brand',
          closeButton: 'hit-44 absolute end-3 top-3 grid size-6 place-items-center rounded-full text-ink-2',
        },
      }}
    />
  )
}
