import { MONITOR_INTERVAL, MONITOR_TIMEOUT, type MonitorPlan, monitorApi } from '@kreide/core/features/monitor';
import { ApiError, toLocal } from '@kreide/core/kernel';
import { describe, expect, it } from 'vitest';
import { type KeptPlan, loadPlan, toKeptDays, toToken } from './load-plan.ts';
import { type Days, toDayWord, toRelation, toShownDate, withFacts } from './school-day.ts';

const WEDNESDAY: Days = { '2026-11-18': { last_lesson_ends_at: '15:45', next_school_date: '2026-11-19' } };
const FRIDAY: Days = { '2026-11-20': { last_lesson_ends_at: '13:15', next_school_date: '2026-11-23' } };
const at = (date: string, time: string) => ({ date, minutes: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) });
const planOf = (date: string, last: string | null, next: string | null): MonitorPlan => ({
  mode: 'sub',
  school: {
    name: 'Linden',
    slink: 'linden',
    time_zone: 'Europe/Berlin',
    locale: 'de',
    color: null,
    app_branding: null,
  },
  substitution_date: date,
  next_school_date: next,
  last_lesson_ends_at: last,
  holiday: null,
  times: [],
  message: null,
  answered_at: '2026-11-18T09:10:00Z',
  substitutions: [],
  absent_teachers: null,
  exams: [],
  news: [],
  last_updated_at: null,
});

describe('the day that a screen shows', () => {
  it('is today until the last lesson has ended, then the next school day [D-2.12]', () => {
    expect(toShownDate(WEDNESDAY, at('2026-11-18', '07:40'))).toBe('2026-11-18');
    expect(toShownDate(WEDNESDAY, at('2026-11-18', '15:44'))).toBe('2026-11-18');
    expect(toShownDate(WEDNESDAY, at('2026-11-18', '15:45'))).toBe('2026-11-19');
  });

  it('stays Monday over a weekend of which Friday has told, and becomes a day of its own on Monday [D-2.12]', () => {
    expect(toShownDate(FRIDAY, at('2026-11-20', '14:00'))).toBe('2026-11-23');
    expect(toShownDate(FRIDAY, at('2026-11-21', '00:00'))).toBe('2026-11-23');
    expect(toShownDate(FRIDAY, at('2026-11-22', '23:59'))).toBe('2026-11-23');
    expect(toShownDate(FRIDAY, at('2026-11-24', '00:00'))).toBe('2026-11-24');
  });

  it('is the next school day on a free day, today where nothing is known, and the last day of the year where nothing comes', () => {
    const free: Days = { '2026-11-18': { last_lesson_ends_at: null, next_school_date: '2026-11-23' } };
    expect(toShownDate(free, at('2026-11-18', '07:40'))).toBe('2026-11-23');
    expect(toShownDate({}, at('2026-11-18', '23:00'))).toBe('2026-11-18');
    const last: Days = { '2027-07-15': { last_lesson_ends_at: '11:00', next_school_date: null } };
    expect(toShownDate(last, at('2027-07-15', '12:00'))).toBe('2027-07-15');
  });

  it('follows the clock of the school’s zone, not of the screen [D-2.12]', () => {
    const late = toLocal(new Date('2026-11-18T23:30:00Z'), 'Europe/Berlin');
    expect(toShownDate(WEDNESDAY, late)).toBe('2026-11-19');
  });

  it('is forgotten after months, so that a screen can run for years', () => {
    let days: Days = {};
    for (let day = 1; day <= 30; day += 1) {
      for (const month of ['01', '03', '05', '07', '10', '12'])
        days = withFacts(days, planOf(`2026-${month}-${String(day).padStart(2, '0')}`, '13:00', null));
    }
    expect(Object.keys(days).length).toBeLessThan(100);
  });

  it('says how it stands to today', () => {
    expect(toRelation('2026-11-18', '2026-11-18')).toBe('today');
    expect(toRelation('2026-11-19', '2026-11-18')).toBe('tomorrow');
    expect(toRelation('2026-11-23', '2026-11-20')).toBe('next');
    expect(toRelation('2026-11-17', '2026-11-18')).toBe('past');
  });

  it('call one day the next school day, and not one behind it, nor one without lessons', () => {
    const [monday, tuesday] = [planOf('2026-11-23', '13:15', null), planOf('2026-11-24', '13:15', null)];
    const words = (today: string) => [toDayWord(monday, today, null), toDayWord(tuesday, today, '2026-11-23')];
    expect(words('2026-11-20')).toEqual(['next', null]);
    expect(words('2026-11-22')).toEqual(['tomorrow', null]);
    expect(words('2026-11-23')).toEqual(['today', 'tomorrow']);
    expect(toDayWord(monday, '2026-11-20', '2026-11-20')).toBe('next');
    expect(toDayWord(planOf('2026-11-23', null, null), '2026-11-20', null)).toBeNull();
  });
});

describe('what a screen has kept', () => {
  const [tuesday, wednesday] = [
    planOf('2026-11-17', '13:15', '2026-11-18'),
    planOf('2026-11-18', '15:45', '2026-11-19'),
  ];
  const kept: KeptPlan = {
    plan: tuesday,
    next: wednesday,
    days: withFacts(withFacts({}, tuesday), wednesday),
    skew: 0,
  };
  const shownAt = (date: string, time: string, { next }: Pick<KeptPlan, 'next'> = kept) => {
    const shown = toKeptDays({ ...kept, next }, at(date, time));
    return [shown.plan.substitution_date, shown.next?.substitution_date];
  };

  it('is the day it was fetched on and the next one, and that one alone as soon as the first is over [D-2.11] [D-2.12]', () => {
    expect(shownAt('2026-11-17', '13:14')).toEqual(['2026-11-17', '2026-11-18']);
    expect(shownAt('2026-11-17', '13:15')).toEqual(['2026-11-18', undefined]);
    expect(shownAt('2026-11-18', '07:00')).toEqual(['2026-11-18', undefined]);
    expect(shownAt('2026-11-18', '23:00')).toEqual(['2026-11-18', undefined]);
    expect(shownAt('2026-11-30', '07:00')).toEqual(['2026-11-18', undefined]);
  });

  it('stays on the screen where the next school day never came [D-2.11]', () => {
    expect(shownAt('2026-11-18', '07:00', { next: null })).toEqual(['2026-11-17', undefined]);
  });
});

describe('loading a plan', () => {
  const plans: Record<string, MonitorPlan> = {
    '2026-11-18': planOf('2026-11-18', '15:45', '2026-11-19'),
    '2026-11-19': planOf('2026-11-19', '13:15', '2026-11-20'),
  };
  const asked: (string | undefined)[] = [];
  const ask = async (date: string | undefined) => {
    asked.push(date);
    const plan = plans[date ?? '2026-11-18'] ?? planOf(date ?? '', '13:15', null);
    return { ...plan, answered_at: '2026-11-18T17:00:00Z' };
  };
  const evening = () => new Date('2026-11-18T17:00:00Z');

  it('asks again for the next school day when today is over, and passes on the day from then on [T-2.134] [D-2.12]', async () => {
    const kept = await loadPlan(ask, null, null, evening);
    expect(kept.plan.substitution_date).toBe('2026-11-19');
    expect(kept.next?.substitution_date).toBe('2026-11-20');
    expect(asked).toEqual([undefined, '2026-11-19', '2026-11-20']);
    asked.length = 0;
    await loadPlan(ask, kept, null, evening);
    expect(asked).toEqual(['2026-11-19', '2026-11-20']);
    asked.length = 0;
    await loadPlan(ask, null, '2026-11-18', evening);
    expect(asked).toEqual(['2026-11-18']);
  });

  it.each([
    // Two in the morning there and still the day before in UTC; and the other way round.
    ['Pacific/Kiritimati', '2026-11-18T12:00:00Z', '2026-11-19'],
    ['Pacific/Pago_Pago', '2026-11-19T05:00:00Z', '2026-11-18'],
  ])('asks for the day of a school in %s by its clock [D-2.12] [T-2.134]', async (time_zone, instant, date) => {
    const there = (day: string | undefined): MonitorPlan => {
      const plan = plans[day ?? '2026-11-18'] as MonitorPlan;
      return {
        ...plan,
        answered_at: instant,
        next_school_date: null,
        last_lesson_ends_at: '23:00',
        school: { ...plan.school, time_zone },
      };
    };
    const asking: (string | undefined)[] = [];
    const load = (known: KeptPlan | null) =>
      loadPlan(
        async (day) => {
          asking.push(day);
          return there(day);
        },
        known,
        null,
        () => new Date(instant),
      );
    const kept = await load(null);
    expect(kept.plan.substitution_date).toBe(date);
    asking.length = 0;
    await load(kept);
    expect(asking).toEqual([date]);
  });

  it('goes by the server’s clock where that of the player is wrong, and says by how much [D-2.12]', async () => {
    const wrong = () => new Date('2026-11-18T09:00:00Z');
    const kept = await loadPlan(ask, null, null, wrong);
    expect(kept.plan.substitution_date, 'it is evening at the school').toBe('2026-11-19');
    expect(kept.skew).toBe(8 * 60 * 60_000);
  });

  it('takes a difference for that of the clocks from 15 s on: less is the way of an answer', async () => {
    const skewAt = async (ms: number) =>
      (await loadPlan(ask, null, null, () => new Date(Date.parse('2026-11-18T17:00:00Z') + ms))).skew;
    expect([await skewAt(14_999), await skewAt(15_000), await skewAt(-14_999), await skewAt(-15_000)]).toEqual([
      0, -15_000, 0, 15_000,
    ]);
  });

  it('shows nothing any more of a screen that is revoked between two questions, however much it has kept', async () => {
    const kept = await loadPlan(ask, null, null, evening);
    const revoked = async (date: string | undefined) => {
      if (date === '2026-11-20') throw new ApiError({ code: 'not_found' });
      return ask(date);
    };
    await expect(loadPlan(revoked, kept, null, evening)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('keeps the next day’s plan when only that cannot be had', async () => {
    const kept = await loadPlan(ask, null, null, evening);
    const flaky = async (date: string | undefined) => {
      if (date === '2026-11-20') throw new ApiError({ code: 'unreachable' });
      return ask(date);
    };
    expect((await loadPlan(flaky, kept, null, evening)).next?.substitution_date).toBe('2026-11-20');
    expect((await loadPlan(flaky, null, null, evening)).next).toBeNull();
  });

  it('keeps today’s plan when only the next day cannot be had', async () => {
    const flaky = async (date: string | undefined) => {
      if (date === '2026-11-19') throw new ApiError({ code: 'unreachable' });
      return ask(date);
    };
    expect((await loadPlan(flaky, null, null, evening)).plan.substitution_date).toBe('2026-11-18');
  });
});

it('a mode of the attribute takes the place of that in the token; anything that is no token is none [D-2.02] [T-2.135] [T-2.136] [T-2.137]', () => {
  const uuid = '0f8f7a8e-53ab-4c2e-9a39-0a8c5e4d7b11';
  expect(toToken(`${uuid}-sub`, null)).toBe(`${uuid}-sub`);
  expect(toToken(`${uuid}-sub`, 'news-split')).toBe(`${uuid}-news-split`);
  expect(toToken(uuid, null)).toBe(`${uuid}-sub`);
  expect(toToken(`${uuid}-news-split`, 'weird')).toBe(`${uuid}-news-split`);
  for (const wrong of [null, '', '17-sub', `${uuid}-all`, 'sub']) expect(toToken(wrong, null)).toBeNull();
});

it('a plan is asked for every 60 s, and each question given up after 300 s [T-7.162] [T-7.163] [T-9.33]', () => {
  expect(MONITOR_INTERVAL).toBe(60_000);
  expect(MONITOR_TIMEOUT).toBe(300_000);
  expect(monitorApi.getSingle.timeout).toBe(MONITOR_TIMEOUT);
});
