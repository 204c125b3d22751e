import { expect, test } from 'vitest'
import { loadMarketConfig } from './config.ts'

test('without a URL there is neither speech nor vision', () => {
  const config = loadMarketConfig({ SPEECH_API_KEY: 'k', VISION_MODEL: 'sees' })
  expect([config.speech, config.vision]).toEqual([null, null])
})

test('URL, key and model are read, without the trailing slash', () => {
  const config = loadMarketConfig({
    SPEECH_BASE_URL: 'https://speech.example.com/v1/',
    VISION_BASE_URL: 'http://127.0.0.1:8080/v1',
    VISION_API_KEY: 'k',
    VISION_MODEL: 'sees',
  })
  expect(config.speech).toEqual({ baseUrl: 'https://speech.example.com/v1', apiKey: null, model: 'whisper-1' })
  expect(config.vision).toEqual({ baseUrl: 'http://127.0.0.1:8080/v1', apiKey: 'k', model: 'sees' })
})

test('vision with a URL but no model is refused at startup', () => {
  expect(() => loadMarketConfig({ VISION_BASE_URL: 'https://x.example.com/v1' })).toThrow('VISION_MODEL')
})

test('the assistant has its own model; a URL without one is refused at startup', () => {
  const config = loadMarketConfig({ ASSISTANT_BASE_URL: 'http://127.0.0.1:8080/v1/', ASSISTANT_MODEL: 'talks' })
  expect(config.assistant).toEqual({ baseUrl: 'http://127.0.0.1:8080/v1', apiKey: null, model: 'talks' })
  expect(loadMarketConfig({}).assistant).toBeNull()
  expect(() => loadMarketConfig({ ASSISTANT_BASE_URL: 'https://x.example.com/v1' })).toThrow('ASSISTANT_MODEL')
})
