/** The default brand hue, in degrees of OKLCH: teal. */
export const DESIGNED_HUE = 184

/** Rotation of the brand colours for a hue, in degrees; see --brand-turn in styles.css. */
export function turnFor(hue: number | null): number {
  return hue === null ? 0 : hue - DESIGNED_HUE
}

/** Applies the hue to everything below the element. Null is the default hue. */
export function applyHue(element: HTMLElement, hue: number | null): void {
  element.style.setProperty('--brand-turn', String(turnFor(hue)))
}
