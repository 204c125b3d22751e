import { expect, test } from 'vitest'
import { loadMarketConfig } from './config.ts'

test('without an address there is neither speech nor vision', () => {
  const config = loadMarketConfig({ SPEECH_API_KEY: 'k', VISION_MODEL: 'sees' })
  expect([config.speech, config.vision]).toEqual([null, null])
})

test('an address, a key and a model are read, without the slash at the end', () => {
  const config = loadMarketConfig({
    SPEECH_BASE_URL: 'https://speech.example.com/v1/',
    VISION_BASE_URL: 'http://127.0.0.1:8080/v1',
    VISION_API_KEY: 'k',
    VISION_MODEL: 'sees',
  })
  expect(config.speech).toEqual({ baseUrl: 'https://speech.example.com/v1', apiKey: null, model: 'whisper-1' })
  expect(config.vision).toEqual({ baseUrl: 'http://127.0.0.1:8080/v1', apiKey: 'k', model: 'sees' })
})

test('vision with an address and no model is told at the start', () => {
  expect(() => loadMarketConfig({ VISION_BASE_URL: 'https://x.example.com/v1' })).toThrow('VISION_MODEL')
})

test('the assistant has a model of its own; an address without one is told at the start', () => {
  const config = loadMarketConfig({ ASSISTANT_BASE_URL: 'http://127.0.0.1:8080/v1/', ASSISTANT_MODEL: 'talks' })
  expect(config.assistant).toEqual({ baseUrl: 'http://127.0.0.1:8080/v1', apiKey: null, model: 'talks' })
  expect(loadMarketConfig({}).assistant).toBeNull()
  expect(() => loadMarketConfig({ ASSISTANT_BASE_URL: 'https://x.example.com/v1' })).toThrow('ASSISTANT_MODEL')
})
