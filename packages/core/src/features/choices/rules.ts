import { max, required } from '../../validation/text.ts';
import { RANK_COSTS } from './allocation.ts';

export const CHOICE_TITLE_MAXIMUM = 80;
export const CHOICE_ABOUT_MAXIMUM = 2000;
/** Options of one choice. */
export const OPTIONS_MINIMUM = 2;
export const OPTIONS_MAXIMUM = 60;
export const CAPACITY_MAXIMUM = 999;
/** Ranked wishes of one person. */
export const WISHES_MAXIMUM = RANK_COSTS.length;
/** Grades of one choice. */
export const CHOICE_GRADES_MAXIMUM = 200;

export interface OptionDraft {
  /** Null: it is new. */
  id: number | null;
  title: string;
  capacity: number;
  minimum: number;
}

export interface ChoiceDraft {
  title: string;
  about: string;
  grade_ids: readonly number[];
  opens_at: string;
  closes_at: string;
  wishes_count: number;
  options: readonly OptionDraft[];
}

/** What can be wrong with a choice; the text is `choices:rules.<rule>`. */
export type ChoiceRule =
  | 'titleRequired'
  | 'titleMax'
  | 'gradesRequired'
  | 'endsEarly'
  | 'optionsMin'
  | 'optionsMax'
  | 'optionTitle'
  | 'optionTwice'
  | 'optionSize'
  | 'wishesMax';

export interface ChoiceProblem {
  field: 'title' | 'grade_ids' | 'closes_at' | 'options' | 'wishes_count';
  rule: ChoiceRule;
  params: Record<string, number>;
}

const isSize = ({ capacity, minimum }: OptionDraft): boolean =>
  Number.isInteger(capacity) &&
  Number.isInteger(minimum) &&
  capacity >= 1 &&
  capacity <= CAPACITY_MAXIMUM &&
  minimum >= 0 &&
  minimum <= capacity;

/** Everything that is wrong with a choice, at most one problem for each field [D-8.15]. */
export function choiceProblems(draft: ChoiceDraft): ChoiceProblem[] {
  const { title, grade_ids, opens_at, closes_at, wishes_count, options } = draft;
  const problems: ChoiceProblem[] = [];
  const add = (field: ChoiceProblem['field'], rule: ChoiceRule, params: Record<string, number> = {}) =>
    problems.push({ field, rule, params });
  if (!required(title)) add('title', 'titleRequired');
  else if (!max(title.trim(), CHOICE_TITLE_MAXIMUM)) add('title', 'titleMax', { max: CHOICE_TITLE_MAXIMUM });
  if (grade_ids.length === 0) add('grade_ids', 'gradesRequired');
  if (Date.parse(closes_at) <= Date.parse(opens_at)) add('closes_at', 'endsEarly');
  const titles = options.map((option) => option.title.trim().toLowerCase());
  const ids = options.flatMap(({ id }) => id ?? []);
  if (options.length < OPTIONS_MINIMUM) add('options', 'optionsMin', { min: OPTIONS_MINIMUM });
  else if (options.length > OPTIONS_MAXIMUM) add('options', 'optionsMax', { max: OPTIONS_MAXIMUM });
  else if (titles.some((one) => one === '' || one.length > CHOICE_TITLE_MAXIMUM)) add('options', 'optionTitle');
  else if (new Set(titles).size < titles.length || new Set(ids).size < ids.length) add('options', 'optionTwice');
  else if (!options.every(isSize)) add('options', 'optionSize', { max: CAPACITY_MAXIMUM });
  if (wishes_count > Math.min(WISHES_MAXIMUM, options.length))
    add('wishes_count', 'wishesMax', { max: Math.min(WISHES_MAXIMUM, options.length) });
  return problems;
}

/** Where a choice stands. */
export const CHOICE_STATES = ['planned', 'open', 'over', 'drafted', 'published'] as const;
export type ChoiceState = (typeof CHOICE_STATES)[number];

/** Where a choice stands at a moment: `over` waits for its places, `drafted` has some that only planners see. */
export function choiceStateOf(
  choice: { opens_at: string; closes_at: string; drafted_at: string | null; published_at: string | null },
  now: Date,
): ChoiceState {
  if (choice.published_at !== null) return 'published';
  if (now.getTime() < Date.parse(choice.opens_at)) return 'planned';
  if (now.getTime() < Date.parse(choice.closes_at)) return 'open';
  return choice.drafted_at === null ? 'over' : 'drafted';
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** When those who have not chosen are reminded: a day before the end, and never in the first half of the time [D-8.15]. */
export function toReminder({ opens_at, closes_at }: { opens_at: string; closes_at: string }): Date {
  const [opens, closes] = [Date.parse(opens_at), Date.parse(closes_at)];
  return new Date(Math.max(closes - DAY_MS, (opens + closes) / 2));
}

/** Are these wishes among what is offered, each once and no more than there may be [D-8.15]? */
export const areWishes = (
  wishes: readonly number[],
  { option_ids, wishes_count }: { option_ids: readonly number[]; wishes_count: number },
): boolean =>
  wishes.length <= wishes_count &&
  new Set(wishes).size === wishes.length &&
  wishes.every((id) => option_ids.includes(id));
