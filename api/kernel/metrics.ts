import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Counts that a server's pool maintains; the embedded database has none. */
const poolCounts = { total: 'totalCount', idle: 'idleCount', waiting: 'waitingCount' } as const;

export interface Metrics {
  /** One finished request; `route` is the pattern, never the URL. */
  requestFinished(labels: { method: string; route: string; status: number }, seconds: number): void;
  /** The exposition text of Prometheus and its content type. */
  expose(): Promise<{ text: string; contentType: string }>;
}

/** Metrics of one API process, in their own registry. */
export function createMetrics(pool: object): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'assay_' });
  const durations = new Histogram({
    name: 'assay_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'assay_database_connections',
    help: 'Connections of the database pool by state; waiting counts borrowers without one',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      for (const [state, name] of Object.entries(poolCounts)) {
        const count: unknown = Reflect.get(pool, name);
        if (typeof count === 'number') this.set({ state }, count);
      }
    },
  });
  return {
    requestFinished({ method, route, status }, seconds) {
      durations.observe({ method, route, status: String(status) }, seconds);
    },
    async expose() {
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
}
