import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { loadConfig } from './config/config.ts'
import type { Sql } from './database/database.ts'
import { followSettings, type LiveValues, withLiveBrand } from './live-settings.ts'

const log = pino({ level: 'silent' })

/** A database that sends notifications when the test wants. */
function aDatabase() {
  const ears = new Map<string, () => unknown>()
  const sql = {
    listen: async (channel: string, heard: () => unknown, connected: () => unknown) => {
      ears.set(channel, heard)
      await connected()
      return { unlisten: async () => void ears.delete(channel) }
    },
  }
  return {
    sql: sql as Sql, // only listens
    say: async (channel: string) => ears.get(channel)?.(),
    listening: () => ears.size,
  }
}

const named = (brandName: string | null): LiveValues => ({ brandName, page: { brandName } })

describe('followSettings', () => {
  test('reads them again on a notification, and the brand name of the configuration follows', async () => {
    const { sql, say, listening } = aDatabase()
    let values = named(null)
    const settings = await followSettings(sql, { channel: 'branding', read: async () => values }, log)
    const config = withLiveBrand(loadConfig({ BRAND_NAME: 'App' }), settings)
    expect(config.brandName).toBe('App')
    let heard = 0
    settings.onChange(async () => void heard++)
    values = named('Bazaar')
    await say('branding')
    expect([config.brandName, settings.current.page, heard]).toEqual(['Bazaar', { brandName: 'Bazaar' }, 1])
    expect({ ...config }.publicUrl).toBe(config.publicUrl)
    await settings.close()
    expect(listening()).toBe(0)
  })

  test('keeps the old settings when they cannot be read', async () => {
    const { sql, say } = aDatabase()
    let isBroken = false
    const read = async () => {
      if (isBroken) throw new Error('gone')
      return named('Bazaar')
    }
    const settings = await followSettings(sql, { channel: 'branding', read }, log)
    isBroken = true
    await say('branding')
    expect(settings.current.brandName).toBe('Bazaar')
  })

  test('is empty for an application without settings', async () => {
    const { sql, listening } = aDatabase()
    const settings = await followSettings(sql, undefined, log)
    expect([settings.current.brandName, listening()]).toEqual([null, 0])
    await settings.close()
  })
})
