/** A key cap in a button, for the eye: the button's `aria-keyshortcuts` says it to others. */
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
