import { expect, test } from 'vitest'
import { ScrollArea } from './ScrollArea.tsx'
import { TooltipProvider } from './Tooltip.tsx'

test('tooltips open after 700 ms, and immediately within 300 ms of the last one', () => {
  expect(TooltipProvider({ children: null }).props).toMatchObject({ delayDuration: 700, skipDelayDuration: 300 })
})

test('the scroll bar hides after 600 ms', () => {
  expect(ScrollArea({ children: null }).props).toMatchObject({ type: 'scroll', scrollHideDelay: 600 })
})
