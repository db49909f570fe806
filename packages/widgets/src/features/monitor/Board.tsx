import type { MonitorPlan } from '@kreide/core/features/monitor';
import { useEffect, useRef } from 'react';
import { Entry } from './Entry.tsx';
import type { Group } from './lines.ts';
import type { Page } from './pages.ts';
import { toDayWord } from './school-day.ts';
import type { MonitorTexts } from './texts.ts';
import { usePages } from './use-pages.ts';
import { pageAt } from './use-paging.ts';

interface BoardProps {
  readonly plan: MonitorPlan;
  readonly groups: readonly Group[];
  /** Today at the school. */
  readonly today: string;
  /** The day of the board in front of this one. */
  readonly before: string | null;
  /** Of the text, px: measured again when it changes. */
  readonly size: number;
  readonly step: number;
  readonly isHidden: boolean;
  readonly texts: MonitorTexts;
  /** Told whenever the plan has another number of pages, with the classes of each. */
  readonly onPages: (pages: readonly string[]) => void;
}

/** The changes of one day on a board: its date, the message of the day, and the lines of one page. */
export function Board({ plan, groups, today, before, size, step, isHidden, texts, onPages }: BoardProps) {
  const { t } = texts;
  const area = useRef<HTMLDivElement>(null);
  const copy = useRef<HTMLDivElement>(null);
  const pages = usePages(area, copy, groups, size);
  const current = pageAt(step, pages.length);
  const page = pages[current];
  const names = groups.length === 0 ? [''] : pages.map((one) => toName(one, groups));
  const said = names.join('\n');
  const tell = useRef(onPages);
  tell.current = onPages;
  useEffect(() => tell.current(said.split('\n')), [said]);
  const { substitution_date: date, message, absent_teachers: absent } = plan;
  // A plan that a screen has kept may be older than the field.
  const exams = plan.exams ?? [];
  const relation = toDayWord(plan, today, before);
  return (
    <section
      className={`m-board${isHidden ? ' m-behind' : ''}`}
      part="board"
      aria-hidden={isHidden}
      aria-label={`${t('plan')}, ${texts.date(date)}`}
    >
      <h2>
        {relation && <span className={`m-relation m-is-${relation}`}>{t(`day_${relation}`)}</span>}
        <span>{texts.date(date)}</span>
      </h2>
      {message !== null && (
        <p className="m-message" part="message">
          {message}
        </p>
      )}
      {absent && absent.length > 0 && <p className="m-absent">{t('absentTeachers', { names: absent.join(', ') })}</p>}
      {exams.length > 0 && <p className="m-absent">{t('exams', { names: exams.join(', ') })}</p>}
      <div className="m-area" part="plan" ref={area}>
        {page && groups.length > 0 && <Lines key={current} groups={groups} page={page} day={date} texts={texts} />}
        {groups.length === 0 && <EmptyPlan plan={plan} texts={texts} />}
        <div className="m-copy" ref={copy} aria-hidden="true">
          {groups.map((group) => (
            <ul key={group.grade}>
              {group.lines.map((line, index) => (
                <Entry
                  key={line.entry.uuid}
                  line={line}
                  grade={group.grade}
                  isFirst={index === 0}
                  day={date}
                  texts={texts}
                />
              ))}
            </ul>
          ))}
        </div>
      </div>
    </section>
  );
}

/** One page: the lines of its classes; the name of a class stands at its first line. */
function Lines({
  groups,
  page,
  day,
  texts,
}: {
  groups: readonly Group[];
  page: Page;
  day: string;
  texts: MonitorTexts;
}) {
  return (
    <div className="m-page">
      {page.flat().map(({ group: index, from, to }) => {
        const group = groups[index];
        if (!group) return null;
        const name = group.grade || texts.t('allGrades');
        return (
          <ul key={group.grade} className="m-group" part="group" aria-label={name}>
            {group.lines.slice(from, to).map((line, at) => (
              <Entry
                key={line.entry.uuid}
                line={line}
                grade={at === 0 ? name : null}
                isFirst={at === 0}
                day={day}
                texts={texts}
              />
            ))}
          </ul>
        );
      })}
    </div>
  );
}

/** The first and the last class of a page: `5b – Q1`. */
function toName(page: Page, groups: readonly Group[]): string {
  const slices = page.flat();
  const [first, last] = [slices[0], slices.at(-1)].map((one) => (one ? (groups[one.group]?.grade ?? '') : ''));
  return first === last ? (first ?? '') : `${first} – ${last}`;
}

/** A plan without lines, and why. */
function EmptyPlan({ plan, texts: { t } }: { plan: MonitorPlan; texts: MonitorTexts }) {
  const hasSchool = plan.last_lesson_ends_at !== null;
  const text = plan.holiday
    ? t('holiday', { name: plan.holiday })
    : t(!hasSchool ? 'noSchool' : plan.substitutions.length > 0 ? 'noMore' : 'noSubstitutions');
  return (
    <div className="m-empty">
      {hasSchool && <span className="m-check" aria-hidden="true" />}
      <p>{text}</p>
    </div>
  );
}
