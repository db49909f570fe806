import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { createIdleSessions } from '../auth/index.ts';
import type { PlanStore } from '../timetable/index.ts';
import { mountWebUntis } from './route.ts';

type Needed = 'database' | 'clock' | 'log' | 'isSecure';

export function webuntisFeature({
  database: { kysely },
  clock,
  log,
  isSecure,
  plans,
}: Pick<FeatureParts, Needed> & { plans: PlanStore }): Feature {
  const sessions = createIdleSessions({ kysely, clock, kind: 'webuntis' });
  return { routes: (app) => mountWebUntis(app, { kysely, plans, clock, log, sessions }, isSecure) };
}
