import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface TabsProps<Value extends string> {
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly { value: Value; label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  /** TabPanels. */
  children?: ReactNode
  /** Tabs share the width equally. */
  wide?: boolean
  className?: string
}

/** Tabs on a sunken track, the selected one raised. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
  wide,
  className,
}: TabsProps<Value>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as Value)} className={className}>
      <Radix.List
        aria-label={label}
        className={cx('rounded-control bg-sunken p-0.5', wide ? 'grid auto-cols-fr grid-flow-col' : 'inline-flex')}
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            // Without panels, the id that Radix refers to does not exist.
            {...(children ? {} : { 'aria-controls': undefined })}
            className="inline-flex h-11 items-center justify-center gap-2 rounded-[11px] border border-transparent px-4 text-[14px] font-semibold text-ink-2 transition-colors data-[state=active]:border-line data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-1 md:h-10"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  )
}

export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  return (
    <Radix.Content value={value} className={className}>
      {children}
    </Radix.Content>
  )
}
