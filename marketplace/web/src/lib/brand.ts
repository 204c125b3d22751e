/** The hue of the brand as the design has it, in degrees of OKLCH: teal. */
export const DESIGNED_HUE = 184

/** How far the colours of the brand are turned on the wheel for a hue; see --brand-turn in styles.css. */
export function turnFor(hue: number | null): number {
  return hue === null ? 0 : hue - DESIGNED_HUE
}

/** Colours what is below the element in the hue. Null is the designed one. */
export function applyHue(element: HTMLElement, hue: number | null): void {
  element.style.setProperty('--brand-turn', String(turnFor(hue)))
}
