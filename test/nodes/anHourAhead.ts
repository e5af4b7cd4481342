/** Loaded before a process: its machine's clock is an hour ahead. */
const HOUR_MS = 3_600_000
const machineNow = Date.now

Date.now = () => machineNow() + HOUR_MS
