import { expect, it } from 'vitest';
import { wishAbilitiesOf } from './abilities.ts';
import { areWishes, type ChoiceDraft, choiceProblems, choiceStateOf } from './rules.ts';

const option = (title: string, values = {}) => ({ id: null, title, capacity: 20, minimum: 8, ...values });
const draft: ChoiceDraft = {
  title: 'AGs',
  about: '',
  grade_ids: [1],
  opens_at: '2026-11-20T07:00:00.000Z',
  closes_at: '2026-11-27T07:00:00.000Z',
  wishes_count: 2,
  options: [option('Chor'), option('Schach')],
};
const rulesOf = (values: Partial<ChoiceDraft>) => choiceProblems({ ...draft, ...values }).map(({ rule }) => rule);

it('a choice names a title, grades, a time and options that differ and can be filled', () => {
  expect(rulesOf({})).toEqual([]);
  expect(rulesOf({ title: ' ', grade_ids: [], closes_at: draft.opens_at })).toEqual([
    'titleRequired',
    'gradesRequired',
    'endsEarly',
  ]);
  expect(rulesOf({ options: [option('Chor')] })).toEqual(['optionsMin', 'wishesMax']);
  expect(rulesOf({ options: [option('Chor'), option(' chor ')] })).toEqual(['optionTwice']);
  expect(rulesOf({ options: [option('Chor'), option('')] })).toEqual(['optionTitle']);
  expect(rulesOf({ options: [option('Chor'), option('Schach', { minimum: 21 })] })).toEqual(['optionSize']);
  expect(rulesOf({ wishes_count: 3 })).toEqual(['wishesMax']);
  const sized = (capacity: number, minimum: number) =>
    rulesOf({ options: [option('Chor', { capacity, minimum }), option('Schach')] });
  expect([sized(1, 1), sized(1, 0), sized(999, 999)]).toEqual([[], [], []]);
  for (const [capacity, minimum] of [
    [0, 0],
    [1000, 0],
    [20, -1],
    [2.5, 1],
  ] as const)
    expect(sized(capacity, minimum), `${minimum} to ${capacity}`).toEqual(['optionSize']);
  const many = (count: number) => rulesOf({ options: Array.from({ length: count }, (_, at) => option(`Kurs ${at}`)) });
  expect([many(60), many(61)]).toEqual([[], ['optionsMax']]);
});

it('a choice is open from its first to its last moment, and wishes are what is offered, each once', () => {
  const times = { ...draft, drafted_at: null, published_at: null };
  const at = (text: string, values = {}) => choiceStateOf({ ...times, ...values }, new Date(text));
  expect(at('2026-11-20T06:59:59.999Z')).toBe('planned');
  expect(at(times.opens_at)).toBe('open');
  expect(at(times.closes_at)).toBe('over');
  expect(at(times.closes_at, { drafted_at: times.closes_at })).toBe('drafted');
  expect(at(times.opens_at, { published_at: times.closes_at })).toBe('published');
  const offered = { option_ids: [1, 2, 3], wishes_count: 2 };
  expect([[], [3, 1]].every((wishes) => areWishes(wishes, offered))).toBe(true);
  expect([[1, 1], [4], [1, 2, 3]].some((wishes) => areWishes(wishes, offered))).toBe(false);
});

it('only those wish whom the choice asks, the pupil or a parent of the pupil, while it is open', () => {
  const person = (user_id: number, type: 'STUDENT' | 'PARENT' | 'TEACHER') => ({
    user_id,
    type,
    permissions: new Set<never>(),
  });
  const askers = [person(1, 'STUDENT'), person(2, 'PARENT'), person(3, 'TEACHER')];
  const who = (asked: 'pupils' | 'parents' | 'both', state: 'open' | 'over' = 'open') =>
    askers.map((one) => wishAbilitiesOf(one, { user_id: 1, is_child: one.user_id > 1 }, { who: asked, state }).choose);
  expect([who('pupils'), who('parents'), who('both'), who('both', 'over')]).toEqual([
    [1, 0, 0],
    [0, 1, 0],
    [1, 1, 0],
    [0, 0, 0],
  ]);
});
