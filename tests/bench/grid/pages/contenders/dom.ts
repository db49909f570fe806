import { type Lesson, marksOf, percentOf, scaleOf, toOccurrences } from '@kreide/core/features/timetable';
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

/** What a box says, in the elements that our card has: subject, room, teacher, what changed, what is cancelled. */
function fill(button: HTMLElement, lesson: Lesson): void {
  const [was] = lesson.substituted_lessons;
  const [room, teacher] = [lesson.bookables[0], lesson.teachers[0]];
  const place = element('span', '');
  place.append(element('strong', '', `${room?.shortcut} `));
  if (was) place.append(element('s', '', was.teachers[0]?.shortcut), element('mark', '', teacher?.shortcut));
  else place.append(teacher?.name ?? '');
  button.append(element('b', '', lesson.meta.displayname), place);
  if (was) button.append(element('i', '', 'Geändert'));
  if (lesson.kind) button.append(element('i', '', 'Entfällt'));
}

/** Boxes of the plain DOM, the yardstick: the same boxes with the same words, headings and lines, made anew for each week, nothing else. */
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
      const occurrences = toOccurrences(lessons, { begins_at: dates[0]!, ends_at: dates[4]! });
      for (const date of dates) {
        const day = element('div', 'plain-day', date);
        const slots = Map.groupBy(
          occurrences.filter((occurrence) => occurrence.date === date),
          ({ minutes_begins_at }) => minutes_begins_at,
        );
        for (const slot of slots.values()) {
          for (const [lane, { lesson, minutes_begins_at, minutes_ends_at }] of slot.entries()) {
            const button = element('button', 'plain-box');
            button.style.top = `${percentOf(scale, minutes_begins_at)}%`;
            button.style.height = `${percentOf(scale, scale.begins + minutes_ends_at - minutes_begins_at)}%`;
            button.style.left = `${(lane / slot.length) * 100}%`;
            button.style.width = `${100 / slot.length}%`;
            button.style.borderColor = lesson.subject?.color ?? '';
            button.style.backgroundColor = `color-mix(in oklab, ${lesson.subject?.color}, #ffffff 85%)`;
            fill(button, lesson);
            day.append(button);
          }
        }
        grid.append(day);
      }
      root.replaceChildren(grid);
    };
    draw(0);
  },
  next: () => draw(1),
};
