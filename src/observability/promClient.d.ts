// The client library has no types for its single default metrics.
declare module 'prom-client/lib/metrics/*' {
  const addMetric: (registry: import('prom-client').Registry) => void
  export default addMetric
}
