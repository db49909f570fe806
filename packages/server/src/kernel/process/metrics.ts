import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Of all processes of an installation. */
export interface WaitingWork {
  readonly jobs: number;
  /** Seconds for which the oldest has been due. */
  readonly oldest: number;
  readonly mails: number;
  /** When the last backup was written; null: never. */
  readonly backup: Date | null;
}

/** Metrics of one server for GET /metrics in the text format of Prometheus [D-4.01]. */
export interface Metrics {
  /** One answered request; `route` is the template of the path (`/v1/news/{id}`), never the path itself. */
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void;
  /** Open realtime connections, read whenever metrics are requested. */
  countSockets(read: () => number): void;
  /** One finished run of a background job. */
  observeJob(job: { task: string; succeeded: boolean; seconds: number }): void;
  /** Connections of the database pool, read whenever metrics are requested. */
  countPool(read: () => { total: number; idle: number; waiting: number }): void;
  /** The numbers of waiting and stored rows, read from the database at each request for metrics; left out while that fails. */
  countWork(read: () => Promise<WaitingWork>): void;
  contentType: string;
  text(): Promise<string>;
}

const REQUEST_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_BUCKETS = [0.1, 1, 10, 60, 300];
/** Series of each kind: together they stay below 100 kB, however many endpoints and tasks there are. */
const SERIES = { requests: 220, errors: 50, areas: 24, tasks: 45 } as const;
/** One series counts everything that has no series of its own any more. */
const OTHER = 'other';

/** Gives the first so many names a series each. */
function bounded(most: number): (name: string) => boolean {
  const known = new Set<string>();
  return (name) => known.has(name) || (known.size < most && known.add(name).size > 0);
}

/** `news` of `/v1/news/{id}`; `pages` for everything that is no call of the API. */
function areaOf(route: string): string {
  return /^\/v1\/([a-z][\w-]*)/.exec(route)?.[1] ?? 'pages';
}

/** A separate registry for each server, so that two in one process are counted separately. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'kreide_http_requests_total',
    help: 'Answered requests.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const errors = new Counter({
    name: 'kreide_http_errors_total',
    help: 'Requests that the server failed to answer (status 5xx).',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const latency = new Histogram({
    name: 'kreide_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer, by the first word of its path.',
    labelNames: ['area'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const jobs = new Counter({
    name: 'kreide_jobs_total',
    help: 'Finished runs of background jobs.',
    labelNames: ['task', 'outcome'],
    registers,
  });
  const jobTime = new Histogram({
    name: 'kreide_job_duration_seconds',
    help: 'Running time of background jobs.',
    labelNames: ['task'],
    buckets: JOB_BUCKETS,
    registers,
  });
  const [isCounted, isErrorCounted] = [bounded(SERIES.requests), bounded(SERIES.errors)];
  const [isArea, isTask] = [bounded(SERIES.areas), bounded(SERIES.tasks)];
  let readWork = async () => {};
  // Looking a series up by its labels costs more than incrementing it.
  const known = new Map<string, { requests: Counter.Internal; latency: Histogram.Internal<string> }>();
  return {
    observeRequest({ method, route, status, seconds }) {
      const key = `${method} ${status} ${route}`;
      let figures = known.get(key);
      if (!figures) {
        const area = areaOf(route);
        figures = {
          requests: requests.labels(method, isCounted(key) ? route : OTHER, String(status)),
          latency: latency.labels(isArea(area) ? area : OTHER),
        };
        known.set(key, figures);
      }
      figures.requests.inc();
      figures.latency.observe(seconds);
      if (status >= 500) errors.inc({ method, route: isErrorCounted(key) ? route : OTHER, status });
    },
    countSockets(read) {
      new Gauge({
        name: 'kreide_sockets',
        help: 'Open realtime connections.',
        registers,
        collect() {
          this.set(read());
        },
      });
    },
    observeJob({ task, succeeded, seconds }) {
      const named = isTask(task) ? task : OTHER;
      jobs.inc({ task: named, outcome: succeeded ? 'succeeded' : 'failed' });
      jobTime.observe({ task: named }, seconds);
    },
    countPool(read) {
      new Gauge({
        name: 'kreide_database_connections',
        help: 'Connections of the database pool; waiting: requests for one.',
        labelNames: ['state'],
        registers,
        collect() {
          for (const [state, count] of Object.entries(read())) this.set({ state }, count);
        },
      });
    },
    countWork(read) {
      const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
      const jobsWaiting = gauge('kreide_jobs_waiting', 'Jobs that are due and not begun.');
      const oldest = gauge('kreide_jobs_oldest_seconds', 'For how long the oldest of them has been due.');
      const mails = gauge('kreide_mails_waiting', 'Mails that have not been sent.');
      const backup = gauge('kreide_last_backup_timestamp_seconds', 'When the last backup was written; 0: never.');
      readWork = async () => {
        const work = await read().catch(() => null);
        if (work === null) {
          for (const one of [jobsWaiting, oldest, mails, backup]) one.remove();
          return;
        }
        jobsWaiting.set(work.jobs);
        oldest.set(work.oldest);
        mails.set(work.mails);
        backup.set((work.backup?.getTime() ?? 0) / 1000);
      };
    },
    contentType: registry.contentType,
    async text() {
      await readWork();
      return registry.metrics();
    },
  };
}
