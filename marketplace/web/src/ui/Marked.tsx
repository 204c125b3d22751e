import type { ReactNode } from 'react'

interface MarkedProps {
  text: string
  /** The passage to highlight. Ignored if the text does not contain it. */
  passage: string | null | undefined
  /** Renders each part of the text. */
  children?: (part: string) => ReactNode
}

/** Highlights one passage of a text. */
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
