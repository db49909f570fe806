/**
 * `npm run bench`: every speed figure beside its limit, as ratios of one run. `npm run bench -- timetable import` chooses,
 * `npm run bench -- quick` takes what a usual change may slow down.
 */
import type { BenchRow } from './row.ts';

const BENCHES: Record<string, () => Promise<BenchRow[]>> = {
  timetable: async () => (await import('./timetable/bench.ts')).runTimetableBench(),
  parsers: async () => (await import('./parsers/bench.ts')).runParsersBench(),
  import: async () => (await import('./import/bench.ts')).runImportBench(),
  schools: async () => (await import('./schools/bench.ts')).runSchoolsBench(),
  grid: async () =>
    (await (await import('./grid/bench.ts')).runGridBench()).map((row) => ({
      ...row,
      limit: row.limit === Number.POSITIVE_INFINITY ? 'none' : `≤ ${row.limit}`,
    })),
  users: async () => (await import('./users/bench.ts')).runUsersBench(),
  people: async () => (await import('./people/bench.ts')).runPeopleBench(),
  doubles: async () => (await import('./doubles/bench.ts')).runDoublesBench(),
  dav: async () => (await import('./dav/bench.ts')).runDavBench(),
  chat: async () => (await import('./chat/bench.ts')).runChatBench(),
  'chat-screen': async () => (await import('./chat-screen/bench.ts')).runChatScreenBench(),
  'sign-in': async () => (await import('./sign-in/bench.ts')).runSignInBench(),
  accounts: async () => (await import('./accounts/bench.ts')).runAccountsBench(),
  identity: async () => (await import('./identity/bench.ts')).runIdentityBench(),
  rush: async () => (await import('./rush/bench.ts')).runRushBench(),
  size: async () => (await import('./size/bench.ts')).runSizeBench(),
  elements: async () => (await import('./elements/bench.ts')).runElementsBench(),
  lighthouse: async () => (await import('./lighthouse/bench.ts')).runLighthouseBench(),
  interaction: async () => (await import('./interaction/bench.ts')).runInteractionBench(),
  start: async () => (await import('./start/bench.ts')).runStartBench(),
  series: async () => (await import('./series/bench.ts')).runSeriesBench(),
  'parents-evening': async () => (await import('./parents-evening/bench.ts')).runParentsEveningBench(),
  planner: async () => (await import('./planner/bench.ts')).runPlannerBench(),
  proposal: async () => (await import('./proposal/bench.ts')).runProposalBench(),
  instances: async () => (await import('./instances/bench.ts')).runInstancesBench(),
};

/** At most six minutes on a quiet machine; run before an issue is resolved. */
const QUICK = ['timetable', 'users', 'chat', 'size', 'start'];

const chosen = process.argv.slice(2).flatMap((name) => (name === 'quick' ? QUICK : [name]));
const unknown = chosen.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are: quick, ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}
let isFine = true;
for (const [name, run] of Object.entries(BENCHES)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`\n${name}`);
  for (const row of await run()) {
    isFine &&= row.ok;
    const figure = `${row.value.toFixed(row.value < 10 ? 2 : 0)} ${row.unit}`.trim();
    console.log(
      `  ${row.ok ? 'ok  ' : 'OVER'} ${row.name.padEnd(62)} ${figure.padStart(20)}   limit ${row.limit}${row.detail ? `   (${row.detail})` : ''}`,
    );
  }
}
process.exit(isFine ? 0 : 1);
