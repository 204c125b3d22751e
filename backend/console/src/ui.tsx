import { X } from 'lucide-react'
import { type ButtonHTMLAttributes, type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react'

export function Button({
  kind = 'plain',
  ...props
}: ButtonHTMLAttributes<HTMLButtonElement> & { readonly kind?: 'plain' | 'main' | 'quiet' | 'danger' }) {
  return <button type="button" {...props} className={`button ${kind}`} />
}

/** The heading of a page, with what can be done there. */
export function Heading({
  title,
  note,
  children,
}: {
  readonly title: string
  readonly note?: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <header className="heading">
      <h1>{title}</h1>
      {note !== undefined && <span className="note">{note}</span>}
      <div className="actions">{children}</div>
    </header>
  )
}

/** Details on the right. */
export function Panel({
  title,
  note,
  onClose,
  children,
}: {
  readonly title: string
  readonly note?: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  return (
    <aside className="panel" aria-label={title}>
      <div className="panel-head">
        <div>
          <h2>{title}</h2>
          {note !== undefined && <p className="note">{note}</p>}
        </div>
        <Button kind="quiet" aria-label="Close" onClick={onClose}>
          <X size={18} />
        </Button>
      </div>
      {children}
    </aside>
  )
}

export function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** One of a few choices. */
export function Choice<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string
  readonly value: T
  readonly options: Readonly<Record<T, string>>
  readonly onChange: (value: T) => void
}) {
  return (
    <fieldset className="choice" aria-label={label}>
      {(Object.entries(options) as [T, string][]).map(([option, text]) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
          {text}
        </button>
      ))}
    </fieldset>
  )
}

export function Problem({ error }: { readonly error: Error | null }) {
  return (
    error && (
      <p className="problem" role="alert">
        {error.message}
      </p>
    )
  )
}

export function Empty({ children }: { readonly children: ReactNode }) {
  return <p className="empty">{children}</p>
}

export interface Loaded<T> {
  readonly data: T | null
  readonly error: Error | null
  reload(): void
}

/** What `load` answers, and again whenever `load` is another or `reload` is called; the last call decides. */
export function useLoaded<T>(load: () => Promise<T>, everySeconds?: number): Loaded<T> {
  const [state, setState] = useState<{ data: T | null; error: Error | null }>({ data: null, error: null })
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound((before) => before + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round loads again
  useEffect(() => {
    let isCurrent = true
    load().then(
      (data) => isCurrent && setState({ data, error: null }),
      (error: Error) => isCurrent && setState(({ data }) => ({ data, error })),
    )
    const timer = everySeconds === undefined ? undefined : setInterval(reload, everySeconds * 1000)
    return () => {
      isCurrent = false
      clearInterval(timer)
    }
  }, [load, round, reload, everySeconds])
  return { ...state, reload }
}

/** Runs work that may fail, and keeps why. */
export function useWork() {
  const [error, setError] = useState<Error | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = useCallback(async (work: () => Promise<unknown>) => {
    setBusy(true)
    setError(null)
    try {
      await work()
      return true
    } catch (cause) {
      setError(cause instanceof Error ? cause : new Error(String(cause)))
      return false
    } finally {
      setBusy(false)
    }
  }, [])
  return { error, isBusy, run }
}

/** A form in the panel: its fields by name. */
export function Form({
  action,
  onSubmit,
  children,
}: {
  readonly action: string
  readonly onSubmit: (fields: FormData) => Promise<unknown>
  readonly children: ReactNode
}) {
  const { error, isBusy, run } = useWork()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    void run(() => onSubmit(fields))
  }
  return (
    <form className="form" onSubmit={submit}>
      {children}
      <Problem error={error} />
      <Button kind="main" type="submit" disabled={isBusy}>
        {action}
      </Button>
    </form>
  )
}

const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
export const shortDate = (value: string | number | null | undefined) => (value ? DATE.format(new Date(value)) : '')

const SIZE = new Intl.NumberFormat('en', { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 })
export const sizeText = (bytes: number) => SIZE.format(Math.max(1, bytes / 1000))

export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}
