import { addDays } from '@kreide/core/kernel';
import { SAMPLE_MONDAY, sampleWeek } from '../sample.ts';
import type { BenchData, Contender } from './contender.ts';

const contenders: Readonly<Record<string, () => Promise<{ contender: Contender }>>> = {
  kreide: () => import('./contenders/kreide.tsx'),
  dom: () => import('./contenders/dom.ts'),
  fullcalendar: () => import('./contenders/fullcalendar.tsx'),
  'react-big-calendar': () => import('./contenders/react-big-calendar.tsx'),
  'schedule-x': () => import('./contenders/schedule-x.ts'),
};

/** Two frames and a pause: effects, layout and paint of what was asked for are done. */
async function settled(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await new Promise((resolve) => setTimeout(resolve, 80));
}

const search = new URLSearchParams(location.search);
const count = Number(search.get('count'));
const nextMonday = addDays(SAMPLE_MONDAY, 7);
const data: BenchData = {
  mondays: [SAMPLE_MONDAY, nextMonday],
  weeks: [sampleWeek(SAMPLE_MONDAY, count, 0), sampleWeek(nextMonday, count, 1)],
};
const { contender } = await contenders[search.get('name')!]!();
const root = document.getElementById('root')!;

Object.assign(globalThis, {
  bench: {
    idle: settled,
    start: () => {
      contender.start(root);
      return settled();
    },
    first: () => {
      contender.first(data);
      return settled();
    },
    next: () => {
      contender.next();
      return settled();
    },
  },
});
