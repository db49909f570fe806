import { type DeskLesson, withSubstitute } from '@kreide/core/features/desk';
import type { Lesson } from '@kreide/core/features/timetable';
import { mondayOf, weekdayOf } from '@kreide/core/kernel';
import { describe, expect, it } from 'vitest';
import { DAY, withDeskSchool } from '../../../../../tests/support/desk-school.ts';

const desk = withDeskSchool();
const { absent, call, day, decide, publish, at } = desk;

/** A unit of the plan: the Monday of its week, its weekday, and the period with its times, as the server answers them. */
async function unitOf({ date, hour }: { date: string; hour: string | null }) {
  const period = (await day(date)).periods.find((one) => one.hour === hour);
  return { week: mondayOf(date), weekday: weekdayOf(date), period };
}

describe('a substitution, as the server answers it', () => {
  it('has a kind, says whether it is hidden, and names the unit that it leaves and the one that it goes to [T-3.11] [T-3.18] [T-3.26] [T-3.27]', async () => {
    const lesson = at(await absent('Bg'), '5', '10b');
    const moved = {
      ...withSubstitute(lesson, null),
      kind: 'MOVED' as const,
      target: { date: '2026-11-25', hour: '7' },
    };
    expect((await decide([moved])).status).toBe(200);
    const shown = await day();
    const { hour, decision } = at(shown, '5', '10b') as DeskLesson & { decision: NonNullable<DeskLesson['decision']> };
    expect(decision).toMatchObject({ id: expect.any(Number), kind: 'MOVED', is_draft: true });
    const from = await unitOf({ date: shown.date, hour });
    const to = await unitOf(decision.target ?? { date: '', hour: null });
    expect([from, to]).toEqual([
      {
        week: DAY,
        weekday: 1,
        period: { id: expect.any(Number), hour: '5', begins_at: expect.any(String), ends_at: expect.any(String) },
      },
      {
        week: DAY,
        weekday: 3,
        period: { id: expect.any(Number), hour: '7', begins_at: expect.any(String), ends_at: expect.any(String) },
      },
    ]);

    const path = `/entities/grades/${desk.school.gradeId}?begins_at=${DAY}&ends_at=2026-11-27`;
    const ofKind = async (kind: string): Promise<Lesson | undefined> =>
      (await call('GET', path, undefined, 'ada')).body.data.lessons.find((one: Lesson) => one.kind === kind);
    expect(await ofKind('MOVED_TO')).toBeUndefined();
    expect((await publish()).status).toBe(200);
    expect(at(await day(), '5', '10b').decision?.is_draft).toBe(false);
    // Everybody reads the same two units: each of the two names the other.
    expect(await ofKind('MOVED_TO')).toMatchObject({
      dates: [DAY],
      hour: from.period?.hour,
      substituted_target_lessons: [{ lesson_date: '2026-11-25', time_begins_at: to.period?.begins_at }],
    });
    expect(await ofKind('MOVED_FROM')).toMatchObject({
      dates: ['2026-11-25'],
      hour: to.period?.hour,
      substituted_target_lessons: [{ lesson_date: DAY, time_begins_at: from.period?.begins_at }],
    });
  });
});
