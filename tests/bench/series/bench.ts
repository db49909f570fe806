import { parseRepeat, repeatDates, SERIES_DATES_MAXIMUM } from '../../../packages/core/src/features/calendar/index.ts';
import { addDays, createInstants } from '../../../packages/core/src/kernel/index.ts';
import { type BenchRow, median } from '../row.ts';

const SERIES = 1_000;
const RUNS = 9;
const LIMIT_MS = 50;
const RULES = [
  'FREQ=WEEKLY;BYDAY=TU',
  'FREQ=WEEKLY;BYDAY=MO,WE,FR',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH',
  'FREQ=MONTHLY;BYDAY=2TU',
  'FREQ=WEEKLY;BYDAY=FR',
];

/** A school's series of a year: their dates, and the instant of each, over both changes of the clock. */
function expand(): number {
  const instantOf = createInstants('Europe/Berlin');
  let count = 0;
  for (let index = 0; index < SERIES; index += 1) {
    const read = parseRepeat(RULES[index % RULES.length] ?? '');
    if (!('rule' in read)) throw new Error(`no rule: ${read.problem}`);
    const first = addDays('2026-08-01', index % 28);
    for (const date of repeatDates(read.rule, first, addDays(first, 364), SERIES_DATES_MAXIMUM))
      if (instantOf(date, '18:00').getTime() > 0) count += 1;
  }
  return count;
}

/** What core works out of events that repeat. */
export async function runSeriesBench(): Promise<BenchRow[]> {
  let count = 0;
  const took = Array.from({ length: RUNS }, () => {
    const begin = performance.now();
    count = expand();
    return performance.now() - begin;
  });
  const value = median(took);
  return [
    {
      name: `${SERIES} series of a year, each date with its instant`,
      value,
      limit: `≤ ${LIMIT_MS}`,
      unit: 'ms',
      ok: value <= LIMIT_MS,
      detail: `${count} dates`,
    },
  ];
}
