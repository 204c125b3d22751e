import sharp from 'sharp'
import type { LiveSettings, LiveValues } from 'souk-backend'
import { expect, test } from 'vitest'
import { followBrand } from './branding.ts'
import { appIcons, appManifest, brandMark } from './documents/app-manifest.ts'
import { BRAND, brandColour } from './documents/brand.ts'

/** Settings that tests can change, as the database does. */
function someSettings(): { settings: LiveSettings; say: (values: LiveValues) => void } {
  let values: LiveValues = { brandName: null, page: {} }
  return {
    settings: { channel: 'branding', read: async () => values },
    say: (next) => {
      values = next
    },
  }
}
const anything = null as never // the settings above query no database
const asked = { url: new URL('https://souk.example/'), language: 'en', params: {} }
const nothing = async () => new Response(null, { status: 404 })

test('the brand colour is rotated to the hue, and the default hue gives the default colour', () => {
  expect(brandColour(null)).toBe(BRAND)
  expect(Number.parseInt(brandColour(184).slice(1, 3), 16)).toBeCloseTo(0x0a, -1)
  expect(brandColour(184).slice(3)).toBe(BRAND.slice(3))
  expect(brandColour(264)).toMatch(/^#[0-9a-f]{6}$/)
  expect(brandColour(264)).not.toBe(BRAND)
})

test("the installed app has the market's current name and colour", async () => {
  const { settings, say } = someSettings()
  const followed = followBrand(settings, 'Souk')
  const manifest = appManifest(followed.brand)
  const read = async () => (await manifest.answer({ ...asked, visit: nothing })).json()
  expect(await read()).toMatchObject({ name: 'Souk', theme_color: BRAND })

  say({ brandName: 'Feira da Ladra', page: { brandHue: 264 } })
  await followed.settings.read(anything)
  expect(await read()).toMatchObject({ name: 'Feira da Ladra', theme_color: brandColour(264) })
  expect(await (await brandMark(followed.brand).answer({ ...asked, visit: nothing })).text()).toContain(
    brandColour(264),
  )

  say({ brandName: null, page: {} })
  await followed.settings.read(anything)
  expect(await read()).toMatchObject({ name: 'Souk', theme_color: BRAND })
})

test("its icons show the operator's logo, or the default mark without one", async () => {
  const { settings, say } = someSettings()
  const followed = followBrand(settings, 'Souk')
  const icons = appIcons(followed.brand)
  const red = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
  const addresses: string[] = []
  const visit = async (path: string) => {
    addresses.push(path)
    return new Response(new Uint8Array(red))
  }
  const middle = async () => {
    const answer = await icons.answer({ ...asked, params: { name: 'maskable.png' }, visit })
    const picture = sharp(Buffer.from(await answer.arrayBuffer()))
    expect(await picture.metadata()).toMatchObject({ width: 512, height: 512 })
    const pixels = await picture.removeAlpha().raw().toBuffer()
    return [...pixels.subarray((256 * 512 + 256) * 3, (256 * 512 + 256) * 3 + 3)]
  }
  const tab = brandMark(followed.brand)
  const tabIcon = async (asks = visit) => (await tab.answer({ ...asked, visit: asks })).text()
  const mark = await middle()
  expect(await tabIcon()).toContain('<path')
  expect(addresses).toEqual([])

  say({ brandName: null, page: { logoPath: 'logo one.png' } })
  await followed.settings.read(anything)
  expect(await middle()).toEqual([255, 0, 0])
  expect(addresses).toEqual(['/storage/v1/object/public/branding/logo%20one.png'])
  // Until the logo can be fetched, the mark is shown and fetching is retried.
  expect(await tabIcon(nothing)).toContain('<path')
  const inTab = /href="data:image\/png;base64,([^"]+)"/.exec(await tabIcon())?.[1] ?? ''
  const shown = await sharp(Buffer.from(inTab, 'base64')).resize(1, 1).removeAlpha().raw().toBuffer()
  expect([...shown]).toEqual([255, 0, 0])

  say({ brandName: null, page: {} })
  await followed.settings.read(anything)
  expect(await middle()).toEqual(mark)
  expect(await tabIcon()).toContain('<path')
})
