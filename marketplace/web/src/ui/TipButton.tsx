import type { ComponentProps } from 'react'
import { IconButton } from './IconButton.tsx'
import { Tooltip } from './Tooltip.tsx'

/** An icon button that says its name to the pointer as well. Put a TooltipProvider around the page. */
export function TipButton(props: ComponentProps<typeof IconButton>) {
  return (
    <Tooltip text={props.label}>
      <IconButton {...props} />
    </Tooltip>
  )
}
