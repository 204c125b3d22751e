import type { ComponentProps } from 'react'
import { IconButton } from './IconButton.tsx'
import { Tooltip } from './Tooltip.tsx'

/** An icon button with its label as a tooltip. Requires a TooltipProvider around the page. */
export function TipButton(props: ComponentProps<typeof IconButton>) {
  return (
    <Tooltip text={props.label}>
      <IconButton {...props} />
    </Tooltip>
  )
}
