import type { ReactNode } from 'react'

interface MarkedProps {
  text: string
  /** What to mark. Nothing is marked where the text doesn't contain it. */
  passage: string | null | undefined
  /** Renders each part of the text. */
  children?: (part: string) => ReactNode
}

/** A text with one passage marked. */
export function Marked({ text, passage, children: render = (part) => part }: MarkedProps) {
  const at = passage ? text.indexOf(passage) : -1
  if (!passage || at < 0) return render(text)
  return (
    <>
      {render(text.slice(0, at))}
      <mark className="rounded-[4px] bg-saffron-soft box-decoration-clone px-0.5 text-saffron-ink">
        {render(passage)}
      </mark>
      {render(text.slice(at + passage.length))}
    </>
  )
}
