import { lookOf, type Occurrence, toCard, toHue } from '@kreide/core/features/timetable';
import type { ReactNode } from 'react';
import { type CardSurroundings, TALL_MINUTES } from './LessonCard.tsx';

/** Cells of a strip: how many columns and rows it has, and whether a line above them counts the courses. */
export type StripShape = { readonly columns: number; readonly rows: number; readonly hasHead: boolean };

/**
 * The shape of a strip for so many courses in so many minutes: no cell is narrower than its code.
 * @param longest characters of its longest code
 */
export function stripShape(count: number, minutes: number, isNarrow: boolean, longest: number): StripShape {
  const lines = Math.max(1, Math.floor((minutes * 1.36 - 4) / 17));
  if (minutes >= TALL_MINUTES) {
    const rows = lines - 1;
    return { columns: count > rows && !isNarrow ? 2 : 1, rows, hasHead: true };
  }
  if (lines < 3) return { columns: 1, rows: 0, hasHead: true };
  if (isNarrow && count > 4) {
    if (longest > 3) return { columns: 1, rows: 3, hasHead: true };
    return longest > 2 ? { columns: 2, rows: 3, hasHead: false } : { columns: 3, rows: 2, hasHead: true };
  }
  if (isNarrow) return { columns: 1, rows: 4, hasHead: false };
  if (count === 2) return { columns: 1, rows: 2, hasHead: false };
  return { columns: 2, rows: count <= 4 ? 2 : 3, hasHead: count <= 4 };
}

/**
 * The courses of a strip, own ones first and, where there are any, as the only tinted ones. With more than fit, the last
 * cell counts the rest; the head tells the true number.
 */
export function stripOf(
  occurrences: readonly Occurrence[],
  minutes: number,
  isNarrow: boolean,
  isOwn: ((occurrence: Occurrence) => boolean) | undefined,
  { entity, t }: CardSurroundings,
): { readonly content: ReactNode; readonly words: string } {
  const count = occurrences.length;
  const longest = Math.max(...occurrences.map(({ lesson }) => lesson.meta.shortname.length));
  const { columns, rows, hasHead } = stripShape(count, minutes, isNarrow, longest);
  const own = isOwn ? occurrences.filter(isOwn) : [];
  const sorted = [...own, ...occurrences.filter((occurrence) => !own.includes(occurrence))];
  const places = columns * rows;
  const shown = count > places ? sorted.slice(0, Math.max(0, places - 1)) : sorted;
  const head = t('courses', { count });
  const more = places > 0 && count > shown.length ? t('moreShort', { count: count - shown.length }) : '';
  const hasCodeOnly = isNarrow && columns > 1;
  const words = hasHead ? [head] : [];
  const cells = shown.map((occurrence) => {
    const { lesson } = occurrence;
    const { subject, place, people } = toCard(lesson, entity);
    const isTinted = own.length === 0 || own.includes(occurrence);
    const where = hasCodeOnly ? '' : (place?.code ?? '');
    const who = isNarrow || columns > 1 ? '' : (people?.code ?? '');
    words.push(subject.code, where, who);
    return (
      <span
        key={`${lesson.uuid}${lesson.kind}${lesson.time_begins_at}`}
        className={`kt-${toHue(lesson.subject?.color)} kt-${lookOf(lesson)}${isTinted ? ' kt-tinted' : ''}`}
      >
        <b>{subject.isChanged ? <mark>{subject.code}</mark> : subject.code} </b>
        {where && (place?.isChanged ? <mark>{where} </mark> : `${where} `)}
        {who && <i>{people?.isChanged ? <mark>{who} </mark> : `${who} `}</i>}
      </span>
    );
  });
  return {
    words: [...words, more].filter(Boolean).join(' '),
    content: (
      <>
        {hasHead && <b className="kt-strip-head">{head} </b>}
        {places > 0 && (
          <span className={`kt-cells kt-cells-${columns}`}>
            {cells}
            {more && <span className="kt-rest">{more}</span>}
          </span>
        )}
      </>
    ),
  };
}
