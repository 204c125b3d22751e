/** A key cap in a button. Visual only: the button's `aria-keyshortcuts` announces the key. */
export function Key({ children }: { children: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-5.5 place-items-center rounded-badge border border-current/40 text-[11px]/none font-semibold max-md:hidden"
    >
      {children}
    </span>
  )
}
