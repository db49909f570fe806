import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

it('figures count requests, errors, sockets and jobs, each server for itself [D-4.01]', async () => {
  const metrics = createMetrics();
  let sockets = 0;
  metrics.countSockets(() => sockets);
  metrics.countPool(() => ({ total: 4, idle: 3, waiting: 0 }));
  metrics.observeRequest({ method: 'GET', route: '/v1/news/{id}', status: 200, seconds: 0.004 });
  metrics.observeRequest({ method: 'GET', route: '/v1/news/{id}', status: 503, seconds: 0.2 });
  metrics.observeJob({ task: 'sweep', succeeded: false, seconds: 2 });
  sockets = 3;
  const text = await metrics.text();
  expect(text).toContain('kreide_http_requests_total{method="GET",route="/v1/news/{id}",status="200"} 1');
  expect(text).toContain('kreide_http_errors_total{method="GET",route="/v1/news/{id}",status="503"} 1');
  expect(text).toContain('kreide_http_request_duration_seconds_bucket{le="0.005",area="news"} 1');
  expect(text).toContain('kreide_sockets 3');
  expect(text).toContain('kreide_jobs_total{task="sweep",outcome="failed"} 1');
  expect(text).toContain('kreide_database_connections{state="idle"} 3');
  expect(text).toContain('process_cpu_seconds_total');
  expect(await createMetrics().text()).not.toContain('status="200"');
});

it('figures are at most 100 kB, however many endpoints and tasks there are, and count all of them [D-4.01]', async () => {
  const metrics = createMetrics();
  for (let endpoint = 0; endpoint < 600; endpoint += 1)
    for (const status of [200, 403, 404, 422, 503])
      metrics.observeRequest({
        method: 'OPTIONS',
        route: `/v1/area-number-${endpoint}/users/:user_id/timetables/:id/entry`,
        status,
        seconds: 0.01,
      });
  for (let task = 0; task < 100; task += 1)
    for (const succeeded of [true, false])
      metrics.observeJob({ task: `user-import:task-${task}`, succeeded, seconds: 1 });
  const text = await metrics.text();
  expect(Buffer.byteLength(text)).toBeLessThan(100_000);
  const counts = [...text.matchAll(/^kreide_http_requests_total\{.*\} (\d+)$/gm)].map((match) => Number(match[1]));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3000);
});
