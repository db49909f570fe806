import type { MonitorPlan } from '@kreide/core/features/monitor';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { Entry } from './Entry.tsx';
import type { Group } from './lines.ts';
import { type Page, toPages } from './pages.ts';
import type { MonitorTexts } from './texts.ts';

/** Minimum width of a column, relative to the text size. */
const COLUMN = 24;

interface PlanProps {
  readonly groups: readonly Group[];
  readonly texts: MonitorTexts;
}

/**
 * Measures every line as it will be rendered, in a hidden copy of one column, and lays out pages from that; again
 * whenever the plan, the size of the screen or the fonts change.
 */
export function usePages(
  area: RefObject<HTMLElement | null>,
  copy: RefObject<HTMLElement | null>,
  groups: readonly Group[],
) {
  const [pages, setPages] = useState<{ pages: readonly Page[]; columns: number }>({ pages: [], columns: 1 });
  useLayoutEffect(() => {
    const [room, measured] = [area.current, copy.current];
    if (!room || !measured || !groups) return;
    let isOver = false;
    const measure = () => {
      if (isOver) return;
      const size = Number.parseFloat(getComputedStyle(room).fontSize);
      const columns = Math.max(1, Math.floor((room.clientWidth + size) / (COLUMN * size + size)));
      measured.style.inlineSize = `${(room.clientWidth - (columns - 1) * size) / columns}px`;
      const heights = [...measured.children].map((group) => ({
        head: heightOf(group.firstElementChild),
        lines: [...(group.lastElementChild?.children ?? [])].map(heightOf),
      }));
      setPages({ columns, pages: toPages(heights, { columns, height: room.clientHeight, gap: size * 0.6 }) });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(room);
    document.fonts?.ready.then(measure);
    return () => {
      isOver = true;
      observer.disconnect();
    };
  }, [area, copy, groups]);
  return pages;
}

function heightOf(element: Element | null | undefined): number {
  return element?.getBoundingClientRect().height ?? 0;
}

/** The hidden copy for measuring. */
export function PlanCopy({ groups, texts, copy }: PlanProps & { readonly copy: RefObject<HTMLDivElement | null> }) {
  return (
    <div className="m-copy" ref={copy} aria-hidden="true">
      {groups.map((group) => (
        <div key={group.grade} className="m-group">
          <h3 className="m-grade">{group.grade || texts.t('allGrades')}</h3>
          <ul>
            {group.lines.map((line) => (
              <Entry key={line.entry.uuid} line={line} texts={texts} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

/** One page of the plan: its columns with their groups. */
export function PlanPage({
  groups,
  texts,
  page,
  columns,
}: PlanProps & { readonly page: Page; readonly columns: number }) {
  const { t } = texts;
  return (
    <div className="m-page" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {page.map((column) => (
        <div key={`${column[0]?.group} ${column[0]?.from}`} className="m-column">
          {column.map(({ group: index, from, to }) => {
            const group = groups[index];
            if (!group) return null;
            return (
              <section key={group.grade} className="m-group" part="group">
                <h3 className="m-grade">
                  {group.grade || t('allGrades')}
                  {from > 0 && <small>{t('continued')}</small>}
                </h3>
                <ul>
                  {group.lines.slice(from, to).map((line) => (
                    <Entry key={line.entry.uuid} line={line} texts={texts} />
                  ))}
                </ul>
              </section>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** Says in large text that a day has no changes. */
export function EmptyPlan({ plan, texts: { t } }: { readonly plan: MonitorPlan; readonly texts: MonitorTexts }) {
  const text = plan.holiday
    ? t('holiday', { name: plan.holiday })
    : plan.last_lesson_ends_at === null
      ? t('noSchool')
      : t('noSubstitutions');
  return (
    <p className="m-empty">
      <span className="m-check" aria-hidden="true" />
      {text}
    </p>
  );
}
