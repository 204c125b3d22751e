import type { Appearance } from '@stripe/stripe-js'

/** Styles Stripe's form with the page's theme. Its frame supports neither CSS variables nor `oklch`, so they are resolved here. */
export function stripeLook(): Appearance {
  const of = colourReader()
  return {
    theme: 'flat',
    inputs: 'spaced',
    variables: {
      fontFamily: 'Instrument Sans, system-ui, sans-serif',
      fontSizeBase: '16px',
      borderRadius: '10px',
      colorPrimary: of('--brand'),
      colorBackground: of('--surface'),
      colorText: of('--ink'),
      colorTextSecondary: of('--ink-2'),
      colorTextPlaceholder: of('--ink-3'),
      colorDanger: of('--danger'),
    },
    rules: {
      '.Input': { border: `1px solid ${of('--line-strong')}` },
      '.Input:focus': { border: `2px solid ${of('--focus')}`, boxShadow: 'none' },
      '.Tab': { border: `1px solid ${of('--line-2')}` },
    },
  }
}

/** Resolves a custom property to `rgb(…)` by painting it. */
function colourReader(): (property: string) => string {
  const painted = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const probe = document.createElement('span')
  return (property) => {
    document.body.append(probe)
    probe.style.color = `var(${property})`
    const { color } = getComputedStyle(probe)
    probe.remove()
    if (!painted) return color
    painted.fillStyle = color
    painted.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = painted.getImageData(0, 0, 1, 1).data
    return `rgb(${red}, ${green}, ${blue})`
  }
}
