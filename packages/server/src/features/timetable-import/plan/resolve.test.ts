import type { ParsedPlan, ParseOptions } from '@kreide/core/features/timetable-import';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_GRID } from './grid.ts';
import {
  aChange,
  type aPlan,
  aRecord,
  aRow,
  aState,
  aStoredChange,
  PERIODS,
  publish,
  resolve,
} from './plan.fixtures.ts';

const codesOf = ({ warnings }: ReturnType<typeof resolve>) => warnings.map(({ code }) => code);
const none = { added: 0, changed: 0, removed: 0 };
const NONE = { lessons: none, substitutions: none };

describe('an import', () => {
  it('counts what it would change, lessons with a place and substitutions', () => {
    const lessons = [aRow(1, { external_lesson: 'a' }), aRow(2, { external_lesson: 'b', grade_ids: [2] }), aRow(3)];
    const nowhere = aRow(4, { weekday: null, hour: null, time_begins_at: null, time_ends_at: null });
    const change = resolve(
      aState({ lessons: [...lessons, nowhere], substitutions: [aStoredChange(1), aStoredChange(2)] }),
      {
        lessons: [
          aRecord('a', { comment: 'Lab' }),
          aRecord('b', { grades: ['10a'] }),
          aRecord('c', { subject: 'D' }),
          aRecord('d', { placements: [], subject: 'D' }),
        ],
        substitutions: [aChange('s1', { comment: 'x' }), aChange('s8'), aChange('s9')],
        scope: { substitutions: { from: '2026-11-16', to: '2026-11-16' } },
      },
    );
    expect(change.changes).toEqual({
      lessons: { added: 1, changed: 1, removed: 1 },
      substitutions: { added: 2, changed: 1, removed: 1 },
    });
  });

  it('of the plan in force changes nothing, whatever the plan', () => {
    const code = fc.constantFrom('9b', '10a', '11c', '12d');
    const teacher = fc.constantFrom('Brg', 'Krn', 'New');
    const placement = fc.record({
      weekday: fc.constantFrom(1 as const, 2 as const, 5 as const),
      hour: fc.constantFrom('1', '2', '3-4'),
      weeks: fc.constantFrom<ParsedPlan['lessons'][number]['placements'][number]['weeks']>(
        { kind: 'every' },
        { kind: 'cycle', name: 'A', mask: [true, false] },
        { kind: 'dates', dates: ['2026-11-17', '2026-11-16'] },
      ),
    });
    const lesson = fc.record({
      subject: fc.constantFrom('M', 'D', 'E', null),
      grades: fc.uniqueArray(code, { maxLength: 2 }),
      teachers: fc.uniqueArray(teacher, { maxLength: 2 }),
      placements: fc.array(placement, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(lesson, { maxLength: 8 }), fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7]), (drawn, order) => {
        const unit = (name: string) => ({ external_id: null, code: name, name: null });
        const lessons = drawn.map((values, index) => aRecord(`l${index}`, values));
        const plan = {
          grades: ['9b', '10a', '11c', '12d'].map(unit),
          teachers: ['Brg', 'Krn', 'New'].map(unit),

          subjects: ['M', 'D', 'E'].map(unit),
          lessons,
          substitutions: [aChange('s1'), aChange('s2', { hour: '2' })],
          scope: { substitutions: { from: '2026-11-16', to: '2026-11-20' } },
        };
        const state = publish(aState(), resolve(aState(), plan));
        const again = resolve(state, plan);
        expect([again.changes, again.masters.changes, again.masters.keys]).toEqual([NONE, [], []]);
        expect([again.needs_replace, again.is_empty]).toEqual([false, true]);
        // The order of a file means nothing.
        const sorted = order.flatMap((index) => lessons[index] ?? []);
        const shuffled = [...sorted, ...lessons.filter((one) => !sorted.includes(one))];
        expect(resolve(state, { ...plan, lessons: shuffled }).changes).toEqual(NONE);
      }),
    );
  });

  it('asks first if more than a fifth of the lessons would change or go', () => {
    const lessons = Array.from({ length: 10 }, (_, index) => aRow(index + 1, { comment: String(index) }));
    const left = (count: number) =>
      resolve(aState({ lessons }), {
        lessons: lessons.slice(0, count).map(({ external_lesson, comment }) => aRecord(external_lesson, { comment })),
      });
    expect([left(8).changes.lessons.removed, left(8).needs_replace]).toEqual([2, false]);
    expect([left(7).changes.lessons.removed, left(7).needs_replace]).toEqual([3, true]);
    const changed = (count: number) =>
      resolve(aState({ lessons }), {
        lessons: lessons.map(({ external_lesson, comment }, index) =>
          aRecord(external_lesson, { comment: index < count ? 'new' : comment }),
        ),
      });
    expect([changed(2).changes.lessons, changed(2).needs_replace]).toEqual([{ ...none, changed: 2 }, false]);
    expect(changed(3).needs_replace).toBe(true);
    expect(resolve(aState(), {}).needs_replace).toBe(false);
  });

  it('names the programs whose lessons it takes out, each once', () => {
    const written = (id: number, source: string) => aRow(id, { source, subject_id: id + 10 });
    const lessons = [written(1, 'asc'), written(2, 'asc'), written(3, 'csv'), written(4, 'untis'), written(5, 'demo')];
    expect(resolve(aState({ lessons }), {}).warnings).toEqual([
      { code: 'source_replaced', params: { source: 'asc' } },
      { code: 'source_replaced', params: { source: 'csv' } },
    ]);
    const continued = resolve(aState({ lessons: [aRow(1, { source: 'asc' })] }), {
      lessons: [aRecord('x', { comment: 'changed' })],
    });
    expect([continued.changes.lessons, codesOf(continued)]).toEqual([{ added: 0, changed: 1, removed: 0 }, []]);
  });

  it("tells the parser's findings with its own", () => {
    const warnings = [{ code: 'no_lessons' as const, params: {} }];
    const rejected = [{ file: 'a', row: 1, column: null, value: null, reason: 'bad_date' as const }];
    const change = resolve(aState(), { warnings, rejected, lessons: [aRecord('a', { placements: [{ hour: '9' }] })] });
    expect(codesOf(change)).toEqual(['no_lessons']);
    expect(change.rejected.map(({ reason }) => reason)).toEqual(['bad_date', 'no_grid_time']);
  });
});

describe('the period times of an import', () => {
  const earlier = PERIODS.map((row) => ({ ...row, begins_at: `07${row.begins_at.slice(2)}` }));
  const latest = PERIODS.map((row) => ({ ...row, begins_at: `06${row.begins_at.slice(2)}` }));
  const beginsAt = (state: ReturnType<typeof aState>, times: ParsedPlan['times'], options?: ParseOptions) =>
    resolve(state, { times, lessons: [aRecord('a')] }, options).lessons.rows[0]?.time_begins_at;

  it("are the uploader's before the file's before the school's", () => {
    expect(beginsAt(aState(), [])).toBe('08:00');
    expect(beginsAt(aState(), earlier)).toBe('07:00');
    expect(beginsAt(aState(), earlier, { grid: latest })).toBe('06:00');
    expect(beginsAt(aState(), earlier, { grid: [] })).toBe('07:00');
  });

  it('are the usual ones where nobody has any, and that is said instead of that they are missing', () => {
    const bare = aState({ times: [] });
    const missing = [
      { code: 'no_lessons' as const, params: {} },
      { code: 'grid_missing' as const, params: {} },
      { code: 'file_ignored' as const, params: {} },
    ];
    const change = resolve(bare, { lessons: [aRecord('a')], warnings: missing });
    expect(codesOf(change)).toEqual(['no_lessons', 'file_ignored', 'default_grid']);
    expect(change.lessons.rows[0]?.time_begins_at).toBe('08:00');
    expect(change.times).toEqual(DEFAULT_GRID);
    expect(change.times?.[0]).not.toBe(DEFAULT_GRID[0]);
    expect(codesOf(resolve(bare, { lessons: [aRecord('a')] }))).toEqual(['default_grid']);
    const found = (...warnings: typeof missing) => codesOf(resolve(bare, { lessons: [aRecord('a')], warnings }));
    expect(found(missing[0]!)).toEqual(['no_lessons', 'default_grid']);
    expect(found(missing[1]!, missing[2]!)).toEqual(['file_ignored', 'default_grid']);
  });

  it('are not missed where there is nothing to place, or where somebody has them', () => {
    const bare = aState({ times: [] });
    expect([codesOf(resolve(bare, {})), resolve(bare, {}).times]).toEqual([[], null]);
    expect(codesOf(resolve(bare, { substitutions: [aChange('s1')] }))).toEqual(['default_grid']);
    expect(resolve(bare, { substitutions: [aChange('s1')] }).times).toBeNull();
    for (const [times, options] of [
      [earlier, {}],
      [[], { grid: latest }],
    ] as const)
      expect(codesOf(resolve(bare, { times: [...times], lessons: [aRecord('a')] }, options as ParseOptions))).toEqual(
        [],
      );
    // Times that the school does not know are not assumed for the rest of its periods.
    const few = resolve(aState(), { lessons: [aRecord('a', { placements: [{ hour: '12' }] })] });
    expect([few.lessons.rows, codesOf(few)]).toEqual([[], []]);
  });

  it("become the school's if it has none, if the file lists all of them, or if the uploader gave them", () => {
    const bare = aState({ times: [] });
    const complete = { complete: ['times' as const] };
    const withTimes = (state: typeof bare, plan: Parameters<typeof aPlan>[0], options?: ParseOptions) =>
      resolve(state, plan ?? {}, options).times;
    expect(withTimes(bare, { times: earlier })).toEqual(earlier);
    expect(withTimes(aState(), { times: earlier })).toBeNull();
    expect(withTimes(aState(), { times: earlier, scope: complete })).toEqual(earlier);
    expect(withTimes(aState(), { times: earlier }, { grid: latest })).toEqual(latest);
    expect(withTimes(aState(), { scope: complete })).toBeNull();
    expect(withTimes(aState(), { lessons: [aRecord('a')] })).toBeNull();
  });

  it('carry only data that the school keeps', () => {
    const marked = PERIODS.map((row) => ({ ...row, extra: 1 }));
    expect(resolve(aState({ times: [] }), { times: marked }).times).toEqual(PERIODS);
  });
});

describe('the holidays of an import', () => {
  const autumn = { name: 'Autumn', shortcut: null, begins_at: '2026-11-16', ends_at: '2026-11-20', is_public: false };

  it("become the school's where the file lists them completely", () => {
    expect(resolve(aState(), { holidays: [autumn] }).holidays).toBeNull();
    expect(
      resolve(aState(), { holidays: [{ ...autumn, more: 1 } as never], scope: { complete: ['holidays'] } }).holidays,
    ).toEqual([autumn]);
  });

  it('leave a substitution of theirs without a lesson: those of the file where complete, else the known ones', () => {
    const replaced = (inForce: (typeof autumn)[], plan: Parameters<typeof aPlan>[0]) =>
      resolve(aState({ lessons: [aRow(5)], holidays: inForce }), {
        ...plan,
        lessons: [aRecord('5')],
        substitutions: [aChange('s1')],
        scope: { ...plan?.scope, substitutions: { from: '2026-11-16', to: '2026-11-16' } },
      }).substitutions.added[0]?.replaces.length;
    expect(replaced([], {})).toBe(1);
    expect(replaced([autumn], {})).toBe(0);
    expect(replaced([], { holidays: [autumn], scope: { complete: ['holidays'] } })).toBe(0);
    expect(replaced([autumn], { holidays: [], scope: { complete: ['holidays'] } })).toBe(1);
  });
});

describe('the first week A', () => {
  it('is that of the uploader, and is kept where it is another one than before', () => {
    const weeks = { kind: 'cycle' as const, name: 'A', mask: [true, false] };
    const plan = { lessons: [aRecord('a', { placements: [{ weeks }] })] };
    const state = aState({ year: { anchor: '2026-09-07' } });
    const firstOf = (change: ReturnType<typeof resolve>) => change.lessons.rows[0]?.pattern?.weeks[0];
    expect([firstOf(resolve(state, plan)), resolve(state, plan).anchor]).toEqual(['2026-09-07', null]);
    const moved = resolve(state, plan, { anchor: '2026-08-31' });
    expect([firstOf(moved), moved.anchor]).toEqual(['2026-08-31', '2026-08-31']);
    expect(resolve(state, plan, { anchor: '2026-09-07' }).anchor).toBeNull();
  });
});

describe('a plan of one day', () => {
  const day = { lessons: { from: '2026-11-16', to: '2026-11-16' } };
  const plan = {
    lessons: [aRecord('x', { placements: [{ weekday: null, weeks: { kind: 'dates', dates: ['2026-11-16'] } }] })],
    scope: day,
  } as const;
  const resolveDay = (state: ReturnType<typeof aState>) => resolve(state, { ...plan, lessons: [...plan.lessons] });

  it('beside a weekly plan adds its substitutions only, and says so', () => {
    const change = resolveDay(aState({ lessons: [aRow(1)] }));
    expect(change.warnings).toEqual([{ code: 'day_plan_beside_weekly_plan', params: { count: 1 } }]);
    expect(change.changes).toEqual(NONE);
    expect(change.lessons.rows).toHaveLength(1);
  });

  it('without a weekly plan of that time brings its lessons', () => {
    const before = [
      [],
      [aRow(1, { ends_at: '2026-11-15' })],
      [aRow(1, { begins_at: '2026-11-17' })],
      [aRow(1, { weekday: null, dates: ['2026-11-17'] })],
      [aRow(1, { weekday: 1, dates: ['2026-11-17'] })],
      [aRow(1, { weekday: null })],
    ];
    for (const lessons of before) {
      const change = resolveDay(aState({ lessons }));
      expect([change.changes.lessons.added, codesOf(change)]).toEqual([1, []]);
    }
    for (const more of [{ ends_at: '2026-11-16' }, { begins_at: '2026-11-16' }])
      expect(resolveDay(aState({ lessons: [aRow(1, more)] })).changes).toEqual(NONE);
  });

  it('on a free day brings its lessons: the weekly ones are not held', () => {
    const holidays = [{ name: 'x', shortcut: null, begins_at: '2026-11-16', ends_at: '2026-11-16', is_public: true }];
    expect(resolveDay(aState({ lessons: [aRow(1)], holidays })).changes.lessons.added).toBe(1);
  });
});
