import type { Kind } from '@kreide/core/features/timetable';
import type { SubstitutionRecord, SubstitutionSide } from '@kreide/core/features/timetable-import';
import { weekdayOf } from '@kreide/core/kernel';
import { toStableId } from '../stable-id.ts';
import { type Lessons, type Planned, toNow, toPlanned } from './lessons.ts';
import { type Element, nowOf, type Period, plannedOf, type Substitution } from './periods.ts';

const NOTHING: SubstitutionSide = { subject: null, grades: null, teachers: null, bookables: null };
const LISTS = ['kl', 'te', 'su', 'ro'] as const;

/** The list of substitutions by date and time: it says what an irregular period is, and where a moved one went. */
export function indexSubstitutions(substitutions: readonly Substitution[]) {
  const bySlot = Map.groupBy(substitutions, ({ date, begins }) => `${date} ${begins}`);
  const codes = (elements: readonly Element[]) => [...nowOf(elements), ...plannedOf(elements)];
  const share = (a: readonly Element[], b: readonly Element[]) => {
    const held = new Set(codes(a));
    return codes(b).some((code) => held.has(code));
  };
  return (period: Period): Substitution | null => {
    const all = bySlot.get(`${period.date} ${period.begins}`) ?? [];
    const named = all.filter(({ number }) => number !== null && number === period.number);
    const alike = (one: Substitution) =>
      share(one.kl, period.kl) && (share(one.su, period.su) || share(one.te, period.te));
    return named.find(alike) ?? named[0] ?? all.find(alike) ?? null;
  };
}

/** Kinds of the list that change a planned period; the others came into being with the change. */
const OF_PLAN: ReadonlySet<string> = new Set(['subst', 'rmchg', 'rmlk', 'stxt', 'cancel', 'free']);

const slotOf = ({ number, date, begins }: Period) => `${number} ${weekdayOf(date)} ${begins}`;

/** The weekly places of lessons with a number: what is irregular at one of them stands for that lesson. */
export function collectSlots(periods: readonly Period[]): ReadonlySet<string> {
  return new Set(periods.filter(({ number, code }) => number !== null && code !== 'irregular').map(slotOf));
}

/** Was an irregular period in the plan before? What replaces something was. */
function isOfPlan(period: Period, listed: Substitution | null, slots: ReadonlySet<string>): boolean {
  if (period.code !== 'irregular') return true;
  if (listed?.type === 'shift' || listed?.type === 'add') return false;
  if ((listed && OF_PLAN.has(listed.type)) || slots.has(slotOf(period))) return true;
  return LISTS.some((list) => period[list].some((one) => one.isReplaced));
}

function kindOf(period: Period, listed: Substitution | null, isPlanned: boolean): Kind | null {
  if (period.code === 'cancelled') return listed?.other ? 'MOVED_TO' : 'CANCLED';
  if (period.type === 'ex' || listed?.type === 'ac') return 'EVENT';
  if (isPlanned) return null;
  return listed?.type === 'shift' && listed.other ? 'MOVED_FROM' : 'ADDITIONAL';
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((code) => b.includes(code));

/** After the change; of a planned period only what differs. */
function toSide(now: Planned, before: Planned | null): SubstitutionSide {
  const differing = (list: 'kl' | 'te' | 'ro') => (before && isSame(now[list], before[list]) ? null : now[list]);
  const subject = now.su[0] ?? null;
  return {
    subject: before && subject === (before.su[0] ?? null) ? null : subject,
    grades: differing('kl'),
    teachers: differing('te'),
    bookables: differing('ro'),
  };
}

/** The plan as far as it is known. */
export interface Plan {
  readonly lessons: Lessons;
  readonly slots: ReadonlySet<string>;
  readonly find: (period: Period) => Substitution | null;
}

/** The change of one period; null: it is held as planned. Its lesson is added to the plan. */
export function readChange(period: Period, { lessons, slots, find }: Plan): SubstitutionRecord | null {
  const listed = find(period);
  const now = toNow(period);
  const isPlanned = isOfPlan(period, listed, slots);
  const planned = isPlanned ? toPlanned(period) : null;
  const lesson = planned && lessons.add(period, planned);
  const kind = kindOf(period, listed, isPlanned);
  const comment = period.text ?? listed?.text ?? null;
  if (period.code === null && kind === null && period.text === null) return null;
  const isGone = kind === 'CANCLED' || kind === 'MOVED_TO';
  const { other } = kind === 'MOVED_TO' || kind === 'MOVED_FROM' ? (listed ?? { other: null }) : { other: null };
  const codes = planned ?? now;
  return {
    external_id: toStableId(period.date, period.begins, period.number, lesson, codes.kl, codes.su, codes.te, codes.ro),
    date: period.date,
    hour: lessons.hourOf(period),
    begins_at: period.begins,
    ends_at: period.ends,
    kind,
    lesson,
    from: planned
      ? { subject: planned.su[0] ?? null, grades: planned.kl, teachers: planned.te, bookables: planned.ro }
      : NOTHING,
    to: isGone ? NOTHING : toSide(now, planned),
    comment,
    is_hidden: false,
    counterpart: other && {
      date: other.date,
      hour: null,
      begins_at: other.begins,
      ends_at: other.ends ?? null,
      external_id: null,
    },
    moved_comment: null,
  };
}
