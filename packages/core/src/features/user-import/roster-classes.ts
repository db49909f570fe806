import { livingRows, type RosterFile, toList } from './roster-table.ts';
import type { SourceRow } from './source-table.ts';

/** When something counts: now, only later, or no more. */
type Span = 'now' | 'later' | 'over';

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Days that cannot be read bound nothing. */
function spanOf(begin: string, end: string, today: string): Span {
  if (isDay(end) && end < today) return 'over';
  return isDay(begin) && begin > today ? 'later' : 'now';
}

/**
 * The classes of each pupil by title: those that are home rooms and count today, else those that will. Courses are no
 * classes. Several are in the order of their names, whatever that of the rows.
 */
export function findClasses(files: ReadonlyMap<string, RosterFile>, today: string): Map<string, string[]> {
  const [classes, enrollments] = [files.get('classes.csv'), files.get('enrollments.csv')];
  const sessions = files.get('academicsessions.csv');
  if (!classes || !enrollments) return new Map();
  const spans = new Map(
    livingRows(sessions).map((row) => [
      sessions?.at(row, 'sourcedId') ?? '',
      spanOf(sessions?.at(row, 'startDate') ?? '', sessions?.at(row, 'endDate') ?? '', today),
    ]),
  );
  /** A class of no term that the set knows counts always. */
  const spanOfClass = (row: SourceRow): Span => {
    const known = toList(classes.at(row, 'termSourcedIds')).flatMap((id) => spans.get(id) ?? []);
    if (known.length === 0 || known.includes('now')) return 'now';
    return known.includes('later') ? 'later' : 'over';
  };
  const rooms = new Map(
    livingRows(classes).flatMap((row) => {
      const isRoom = classes.at(row, 'classType').toLowerCase() === 'homeroom' && classes.at(row, 'title') !== '';
      const room = { title: classes.at(row, 'title'), span: spanOfClass(row) };
      return isRoom ? [[classes.at(row, 'sourcedId'), room] as const] : [];
    }),
  );
  const found = new Map<string, { now: Set<string>; later: Set<string> }>();
  for (const row of livingRows(enrollments)) {
    const room = rooms.get(enrollments.at(row, 'classSourcedId'));
    if (!room || enrollments.at(row, 'role').toLowerCase() !== 'student') continue;
    const own = spanOf(enrollments.at(row, 'beginDate'), enrollments.at(row, 'endDate'), today);
    if (own === 'over' || room.span === 'over') continue;
    const id = enrollments.at(row, 'userSourcedId');
    const known = found.get(id) ?? { now: new Set(), later: new Set() };
    known[own === 'later' || room.span === 'later' ? 'later' : 'now'].add(room.title);
    found.set(id, known);
  }
  return new Map([...found].map(([id, { now, later }]) => [id, [...(now.size > 0 ? now : later)].toSorted()]));
}
