import type { Meter } from '@opentelemetry/api'

/** The process, by the names that every Prometheus client library uses. */
export function addProcessMetrics(meter: Meter): void {
  const describe = (description: string) => ({ description })
  meter
    .createObservableGauge('process_resident_memory_bytes', describe('Memory that the process holds.'))
    .addCallback((result) => result.observe(process.memoryUsage.rss()))
  meter
    .createObservableCounter('process_cpu_seconds_total', describe('Time that the process has computed.'))
    .addCallback((result) => {
      const { user, system } = process.cpuUsage()
      result.observe((user + system) / 1e6)
    })
  meter
    .createObservableGauge('process_start_time_seconds', describe('When the process was started, since 1970.'))
    .addCallback((result) => result.observe(performance.timeOrigin / 1_000))
}
