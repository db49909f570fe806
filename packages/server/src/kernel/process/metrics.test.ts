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
  expect(text).toContain(
    'kreide_http_request_duration_seconds_bucket{le="0.005",method="GET",route="/v1/news/{id}"} 1',
  );
  expect(text).toContain('kreide_sockets 3');
  expect(text).toContain('kreide_jobs_total{task="sweep",outcome="failed"} 1');
  expect(text).toContain('kreide_database_connections{state="idle"} 3');
  expect(text).toContain('process_cpu_seconds_total');
  expect(await createMetrics().text()).not.toContain('status="200"');
});
