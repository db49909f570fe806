import type { Timetable } from '@kreide/core/features/timetable';
import { datesFrom } from '@kreide/core/kernel';
import { useState } from 'react';
import '../../../../../packages/app/src/features/timetable/views/icons.css';
import '../../../../../packages/app/src/features/timetable/views/looks.css';
import '../../../../../packages/app/src/features/timetable/views/tints.css';
import '../../../../../packages/app/src/features/timetable/views/grid.css';
import '../../../../../packages/app/src/features/timetable/views/card.css';
import '../../../../../packages/app/src/features/timetable/views/strip.css';
import { TimeGrid } from '../../../../../packages/app/src/features/timetable/views/index.ts';
import { sampleTimetable } from '../../sample.ts';
import type { Contender } from '../contender.ts';
import { textsOf } from '../texts.ts';
import { showInReactPage, startReactPage } from './react-page.tsx';

let turn: (() => void) | null = null;
const nothing = () => {};
// The words of a running page are there.
const texts = textsOf('de');

function Week({ timetable, mondays }: { timetable: Timetable; mondays: readonly [string, string] }) {
  const [monday, setMonday] = useState(mondays[0]);
  turn = () => setMonday(mondays[1]);
  return (
    <TimeGrid
      {...texts}
      timetable={timetable}
      dates={datesFrom(monday, 5)}
      today={mondays[0]}
      now={600}
      onOpen={nothing}
      onOpenMore={nothing}
      onPage={nothing}
      onToggleDay={nothing}
    />
  );
}

/** Our week view, with everything that it does for keyboard and screen reader. */
export const contender: Contender = {
  start: startReactPage,
  first({ weeks, mondays }) {
    showInReactPage(<Week timetable={sampleTimetable(weeks.flat())} mondays={mondays} />);
  },
  next: () => turn?.(),
};
