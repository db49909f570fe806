import type { Draft, DraftRow } from './draft-rows.ts';
import { subjectOf } from './house.ts';
import { FULL_LOAD, mayTeach, type Teacher } from './staff.ts';

/** Periods per week that each qualification has to cover. */
export function demandOf(rows: readonly DraftRow[]): Map<string, number> {
  const demand = new Map<string, number>();
  for (const { drafts } of rows) {
    for (const { subject, load } of drafts) {
      const needed = subjectOf(subject).qualifications;
      for (const code of needed) demand.set(code, (demand.get(code) ?? 0) + load / needed.length);
    }
  }
  return demand;
}

/** Gives every lesson a qualified teacher, rarest subjects and widest bands first; nobody twice in one row and week. */
export function assignTeachers(
  rows: readonly DraftRow[],
  teachers: readonly Teacher[],
): { of: Map<Draft, number>; leaders: Map<string, string> } {
  const of = new Map<Draft, number>();
  const load = teachers.map(() => 0);
  const inGrade = new Map<string, Map<number, number>>();
  const able = (subject: string) => teachers.filter((teacher) => mayTeach(teacher, subject)).length;
  const free = (draft: Draft) => subjectOf(draft.subject).qualifications.length === 0;
  const leaders = new Map<string, string>();

  const assign = (row: DraftRow, draft: Draft): void => {
    const together = row.drafts
      .filter((other) => (other.weeks & draft.weeks) !== 0 && of.has(other))
      .map((other) => of.get(other));
    const twin = row.drafts.find(
      (other) => of.has(other) && other.subject === draft.subject && (other.weeks & draft.weeks) === 0,
    );
    const leader = draft.grades.length === 1 ? leaders.get(draft.grades[0] as string) : undefined;
    let best = -1;
    let bestScore = Number.POSITIVE_INFINITY;
    teachers.forEach((teacher, i) => {
      if (!mayTeach(teacher, draft.subject) || together.includes(i)) return;
      const total = (load[i] as number) + draft.load;
      const known = draft.grades.length === 1 && inGrade.get(draft.grades[0] as string)?.has(i) ? 3 : 0;
      const sole = draft.subject === 'KLR' && teacher.code === leader ? 50 : 0;
      const same = twin !== undefined && of.get(twin) === i ? 40 : 0;
      const score = total + (total > FULL_LOAD ? 100 : 0) - known - sole - same;
      if (score < bestScore) [best, bestScore] = [i, score];
    });
    if (best < 0) throw new Error(`nobody is left for ${draft.subject} in ${draft.grades.join(', ')}`);
    of.set(draft, best);
    load[best] = (load[best] as number) + draft.load;
    for (const grade of draft.grades) {
      const hours = inGrade.get(grade) ?? new Map<number, number>();
      hours.set(best, (hours.get(best) ?? 0) + draft.load);
      inGrade.set(grade, hours);
    }
  };

  const order = rows.flatMap((row) => row.drafts.map((draft) => ({ row, draft })));
  order.sort((a, b) => able(a.draft.subject) - able(b.draft.subject) || b.row.drafts.length - a.row.drafts.length);
  for (const { row, draft } of order) if (!free(draft)) assign(row, draft);
  const leading = new Set<number>();
  for (const [grade, hours] of [...inGrade].sort(([a], [b]) => a.localeCompare(b, 'de', { numeric: true }))) {
    const ranked = [...hours].filter(([i]) => !leading.has(i)).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    const first = ranked[0]?.[0];
    if (first === undefined) continue;
    leading.add(first);
    leaders.set(grade, (teachers[first] as Teacher).code);
  }
  for (const { row, draft } of order) if (free(draft)) assign(row, draft);
  return { of, leaders };
}
