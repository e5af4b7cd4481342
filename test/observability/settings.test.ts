import { describe, expect, test } from 'bun:test'
import { ConfigError, readConfig } from '../../src/config.ts'

describe('the address of the metrics', () => {
  test('is none unless it is set', () => {
    expect(readConfig({}).metrics).toBeNull()
    expect(readConfig({ PLAYCALL_METRICS: '' }).metrics).toBeNull()
  })

  test.each([
    ['127.0.0.1:9464', { hostname: '127.0.0.1', port: 9464 }],
    ['0.0.0.0:0', { hostname: '0.0.0.0', port: 0 }],
    ['[::1]:9464', { hostname: '::1', port: 9464 }],
    ['metrics.internal:80', { hostname: 'metrics.internal', port: 80 }],
  ])('%s', (text, read) => {
    expect(readConfig({ PLAYCALL_METRICS: text }).metrics).toEqual(read)
  })

  test.each(['9464', ':9464', '127.0.0.1', '127.0.0.1:', '127.0.0.1:65536', '::1:9464', 'http://127.0.0.1:9464', 'on'])(
    '%s is refused, with a sentence that names the variable',
    (text) => {
      expect(() => readConfig({ PLAYCALL_METRICS: text })).toThrow(ConfigError)
      expect(() => readConfig({ PLAYCALL_METRICS: text })).toThrow(/^PLAYCALL_METRICS must .*127\.0\.0\.1:9464/)
    },
  )
})

describe('traces', () => {
  const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }
  const url = 'http://127.0.0.1:4318/v1/traces'

  test('are off unless there is somewhere to send them, or when they are switched off', () => {
    expect(readConfig({}).tracing).toBeNull()
    expect(readConfig({ ...base, OTEL_SDK_DISABLED: 'true' }).tracing).toBeNull()
    expect(readConfig({ ...base, OTEL_TRACES_EXPORTER: 'none' }).tracing).toBeNull()
  })

  test('go to the endpoint, below which they have their path, or to their own', () => {
    expect(readConfig(base).tracing).toMatchObject({ url })
    const own = { ...base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/in' }
    expect(readConfig(own).tracing).toMatchObject({ url: 'https://traces.example.com/in' })
  })

  test.each([
    [undefined, undefined, { parentBased: true, ratio: 1 }],
    ['always_on', undefined, { parentBased: false, ratio: 1 }],
    ['always_off', '0.5', { parentBased: false, ratio: 0 }],
    ['traceidratio', '0.25', { parentBased: false, ratio: 0.25 }],
    ['parentbased_traceidratio', '.1', { parentBased: true, ratio: 0.1 }],
    ['parentbased_always_off', undefined, { parentBased: true, ratio: 0 }],
    ['traceidratio', undefined, { parentBased: false, ratio: 1 }],
  ])('sampled by %s with %s', (sampler, argument, sampling) => {
    const env = { ...base, OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: argument }
    expect(readConfig(env).tracing).toEqual({ url, sampling })
  })

  test.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'nowhere'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', 'half'],
  ])('%s=%s is refused, with a sentence that names it', (name, value) => {
    const env = { ...base, OTEL_TRACES_SAMPLER: 'traceidratio', [name]: value }
    expect(() => readConfig(env)).toThrow(new RegExp(`^${name} must be `))
  })
})

test('the log is written from info on, unless it is set', () => {
  expect(readConfig({}).logLevel).toBe('info')
  expect(readConfig({ PLAYCALL_LOG: 'debug' }).logLevel).toBe('debug')
  expect(() => readConfig({ PLAYCALL_LOG: 'loud' })).toThrow('PLAYCALL_LOG must be one of debug, info, warn, error')
})
