import { layoutWeek, marksOf, percentOf, scaleOf, toOccurrences } from '@kreide/core/features/timetable';
import { datesFrom, toTime } from '@kreide/core/kernel';
import { samplePeriods } from '../../sample.ts';
import type { BenchData, Contender } from '../contender.ts';
import './dom.css';
import { startPlainPage } from './page.ts';

let root: HTMLElement;
let draw: (week: 0 | 1) => void = () => {};

function element(name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  if (text !== '') made.textContent = text;
  return made;
}

/** Boxes of the plain DOM, the yardstick: the same boxes with subject and place, headings and lines, made anew for each week, nothing else. */
export const contender: Contender = {
  start(at) {
    root = startPlainPage(at);
  },
  first(data: BenchData) {
    draw = (week) => {
      const lessons = data.weeks[week];
      const dates = datesFrom(data.mondays[week], 5);
      const scale = scaleOf(lessons, samplePeriods);
      const grid = element('div', 'plain');
      const axis = element('div', 'plain-day');
      for (const mark of marksOf(samplePeriods, scale)) {
        const line = element('div', 'plain-line', `${mark.hour} ${toTime(mark.begins)}`);
        line.style.top = `${percentOf(scale, mark.begins)}%`;
        axis.append(line);
      }
      grid.append(axis);
      const columns = layoutWeek(toOccurrences(lessons, { begins_at: dates[0]!, ends_at: dates[4]! }), dates);
      for (const column of columns) {
        const day = element('div', 'plain-day', column.date);
        for (const box of column.boxes) {
          const { lesson } = box.occurrences[0]!;
          const button = element('button', 'plain-box');
          button.style.top = `${percentOf(scale, box.begins)}%`;
          button.style.height = `${percentOf(scale, scale.begins + box.ends - box.begins)}%`;
          button.style.left = `${(box.lane / box.lanes) * 100}%`;
          button.style.width = `${(box.span / box.lanes) * 100}%`;
          button.style.borderColor = lesson.subject?.color ?? '';
          const isMore = box.occurrences.length > 1;
          button.append(element('b', '', isMore ? `+${box.occurrences.length}` : lesson.meta.displayname));
          if (!isMore)
            button.append(element('span', '', `${lesson.bookables[0]?.shortcut} · ${lesson.teachers[0]?.name}`));
          day.append(button);
        }
        grid.append(day);
      }
      root.replaceChildren(grid);
    };
    draw(0);
  },
  next: () => draw(1),
};
