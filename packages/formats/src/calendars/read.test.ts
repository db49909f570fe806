import type { FileCalendar } from '@kreide/core/features/calendar';
import { describe, expect, it } from 'vitest';
import { readCalendarFiles } from './index.ts';

const file = (text: string) => ({ name: 'Termine.ics', bytes: new TextEncoder().encode(text) });
const calendar = (...events: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events
    .map((lines) => `BEGIN:VEVENT\r\n${lines.trim().replaceAll('\n', '\r\n')}\r\nEND:VEVENT\r\n`)
    .join('')}END:VCALENDAR\r\n`;
async function read(...events: string[]): Promise<FileCalendar> {
  const answer = await readCalendarFiles([file(calendar(...events))], { zone: 'Europe/Berlin' });
  if (!answer.ok) throw new Error(answer.reason);
  return answer.records;
}
const times = ({ events }: FileCalendar) =>
  events.map((one) => `${one.begins_date} ${one.begins_time} ${one.ends_date} ${one.ends_time}`);
const rule = async (text: string, start = 'DTSTART:20261117T150000') => {
  const { events, left } = await read(`SUMMARY:Chor\n${start}\nDURATION:PT1H\nRRULE:${text}`);
  return events[0]?.rule ?? left[0]?.reason;
};

describe('an event of a file', () => {
  it('is on the clock of the school, whatever zone it was written in [C-3.32]', async () => {
    const found = await read(
      'SUMMARY:A\nDTSTART:20261117T150000\nDTEND:20261117T160000',
      'SUMMARY:B\nDTSTART:20261117T150000Z\nDURATION:PT90M',
      'SUMMARY:C\nDTSTART;TZID=America/New_York:20261117T200000\nDTEND;TZID=America/New_York:20261117T210000',
      'SUMMARY:D\nDTSTART;VALUE=DATE:20261223\nDTEND;VALUE=DATE:20270107',
      'SUMMARY:E\nDTSTART;VALUE=DATE:20261223',
      'SUMMARY:F\nDTSTART;TZID=Atlantis/Hall:20261117T080000\nDTEND;TZID=Atlantis/Hall:20261117T090000',
    );
    expect(times(found)).toEqual([
      '2026-11-17 15:00 2026-11-17 16:00',
      '2026-11-17 16:00 2026-11-17 17:30',
      '2026-11-18 02:00 2026-11-18 03:00',
      '2026-12-23 00:00 2027-01-06 23:59',
      '2026-12-23 00:00 2026-12-23 23:59',
      '2026-11-17 08:00 2026-11-17 09:00',
    ]);
    expect(found.events.map(({ is_all_day }) => is_all_day)).toEqual([false, false, false, true, true, false]);
    expect(found.zones).toEqual(['Atlantis/Hall']);
  });

  it('that is a birthday comes each year, however long ago it began [C-3.32]', async () => {
    const found = await read(
      'SUMMARY:Ada\nDTSTART;VALUE=DATE:19480503\nDTEND;VALUE=DATE:19480504\nRRULE:FREQ=YEARLY',
      'SUMMARY:Ben\nDTSTART;VALUE=DATE:16040229\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
    );
    expect(found.events.map(({ name, begins_date, rule: text }) => [name, begins_date.slice(4), text])).toEqual([
      ['Ada', '-05-03', 'FREQ=YEARLY'],
      ['Ben', '-02-29', 'FREQ=YEARLY'],
    ]);
    expect(found.left).toEqual([]);
    // What is counted from its beginning cannot begin later.
    const counted = await read(
      'SUMMARY:Ada\nDTSTART;VALUE=DATE:19480503\nRRULE:FREQ=YEARLY;COUNT=90',
      'SUMMARY:Ben\nDTSTART;VALUE=DATE:19490503\nRRULE:FREQ=YEARLY;INTERVAL=5',
    );
    expect(counted.events.map(({ begins_date }) => begins_date)).toEqual(['1948-05-03', '1949-05-03']);
  });

  it('that cannot be read is named with its line and the reason, and the others are read [C-3.32]', async () => {
    const found = await read(
      'UID:1\nSUMMARY:Gut\nDTSTART:20261117T150000\nDTEND:20261117T160000',
      'SUMMARY:Bombe\nDTSTART:20261117T150000\nRRULE:FREQ=SECONDLY',
      'SUMMARY:Rückwärts\nDTSTART:20261117T150000\nDTEND:20261117T140000',
      'DTSTART:20261117T150000',
      'SUMMARY:Wann?\nDTSTART:morgen',
      'SUMMARY:Abgesagt\nDTSTART:20261117T150000\nSTATUS:CANCELLED',
      'SUMMARY:Lang\nDTSTART:20261117T150000\nDURATION:lange',
      `SUMMARY:Roman\nDTSTART:20261117T150000\nDESCRIPTION:${'x'.repeat(20_001)}`,
    );
    expect(found.events.map(({ name }) => name)).toEqual(['Gut']);
    expect(found.left.map(({ line, name, reason }) => [line, name, reason])).toEqual([
      [12, 'Bombe', 'repeatUnit'],
      [17, 'Rückwärts', 'end'],
      [19, null, 'name'],
      [24, 'Wann?', 'start'],
      [29, 'Abgesagt', 'cancelled'],
      [34, 'Lang', 'duration'],
      [39, 'Roman', 'length'],
    ]);
  });

  it('ends where its end says, on whole days or at a time as it begins [C-3.32]', async () => {
    const found = await read(
      'SUMMARY:Beides\nDTSTART:20261117T150000\nDTEND:20261117T160000\nDURATION:PT5H',
      'SUMMARY:Ein Tag\nDTSTART;VALUE=DATE:20261117\nDURATION:P1D',
      'SUMMARY:Zwei Tage\nDTSTART;VALUE=DATE:20261117\nDURATION:PT25H',
      'SUMMARY:Derselbe\nDTSTART;VALUE=DATE:20261117\nDTEND;VALUE=DATE:20261117',
      'SUMMARY:Zuvor\nDTSTART;VALUE=DATE:20261117\nDTEND;VALUE=DATE:20261116',
      'SUMMARY:Gemischt\nDTSTART:20261117T150000\nDTEND;VALUE=DATE:20261118',
    );
    expect(times(found)).toEqual([
      '2026-11-17 15:00 2026-11-17 16:00',
      '2026-11-17 00:00 2026-11-17 23:59',
      '2026-11-17 00:00 2026-11-18 23:59',
      '2026-11-17 00:00 2026-11-17 23:59',
    ]);
    expect(found.left.map(({ name, reason }) => [name, reason])).toEqual([
      ['Zuvor', 'end'],
      ['Gemischt', 'end'],
    ]);
  });

  it('is in the zone that the file describes, before any other is supposed', async () => {
    const zone =
      'BEGIN:VTIMEZONE\r\nTZID:Rektorat\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0000\r\nTZOFFSETTO:+0000\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n';
    const text = calendar('SUMMARY:A\nDTSTART;TZID=Rektorat:20261117T150000').replace(
      'BEGIN:VEVENT',
      `${zone}BEGIN:VEVENT`,
    );
    const answer = await readCalendarFiles([file(text)], { zone: 'Europe/Berlin' });
    expect(answer).toMatchObject({ ok: true, records: { events: [{ begins_time: '16:00' }], zones: [] } });
  });

  it('has words as long as those of other events, and no longer', async () => {
    const [place, words] = ['x'.repeat(150), 'x'.repeat(20_000)];
    const found = await read(
      `SUMMARY:Gerade\nDTSTART:20261117T150000\nLOCATION:${place}\nDESCRIPTION:${words}`,
      `SUMMARY:Ort\nDTSTART:20261117T150000\nLOCATION:${place}x`,
    );
    expect(found.events.map(({ name }) => name)).toEqual(['Gerade']);
    expect(found.left).toMatchObject([{ name: 'Ort', reason: 'length' }]);
  });

  it('keeps no signs that no text has', async () => {
    const { events } = await read('SUMMARY:Fe\u0007st\\, laut\nDESCRIPTION:a\\nb\u0000\nDTSTART:20261117T150000');
    expect(events[0]).toMatchObject({ name: 'Fest, laut', description: 'a\nb' });
  });
});

describe('a rule of a file', () => {
  it('is one that series have, where it means the same [C-3.32]', async () => {
    expect(await rule('FREQ=WEEKLY;WKST=SU;UNTIL=20270131T140000Z')).toBe('FREQ=WEEKLY;UNTIL=20270131');
    expect(await rule('FREQ=WEEKLY;UNTIL=20270131T120000Z')).toBe('FREQ=WEEKLY;UNTIL=20270130');
    expect(await rule('FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=10')).toBe('FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=10');
    expect(await rule('FREQ=MONTHLY;BYDAY=TU;BYSETPOS=3')).toBe('FREQ=MONTHLY;BYDAY=3TU');
    expect(await rule('FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=17')).toBe('FREQ=YEARLY');
    expect(await rule('FREQ=WEEKLY;INTERVAL=2;WKST=MO')).toBe('FREQ=WEEKLY;INTERVAL=2');
  });

  it('that no series has is refused by its reason: seconds, minutes, hours, and what is too fine [C-3.32]', async () => {
    for (const unit of ['SECONDLY', 'MINUTELY', 'HOURLY'])
      expect(await rule(`FREQ=${unit};COUNT=100000`)).toBe('repeatUnit');
    for (const text of [
      'FREQ=WEEKLY;COUNT=99999',
      'FREQ=MONTHLY;BYDAY=MO,TU',
      'FREQ=DAILY;BYHOUR=1,2',
      'FREQ=DAILY;FREQ=DAILY',
      'FREQ=DAILY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR',
      'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,SU',
      'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=17',
      'FREQ=WEEKLY;COUNT=3\nRDATE:20261118T150000',
    ])
      expect(await rule(text)).toBe('repeatRule');
    expect(await rule('FREQ=WEEKLY;BYDAY=TU', 'DTSTART;TZID=America/New_York:20261117T200000')).toBe('repeatRule');
  });

  it('goes with the dates that it has not, and with those that are other than the rest [C-3.32]', async () => {
    const { events } = await read(
      'UID:x\nSUMMARY:Chor\nDTSTART:20261117T150000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=5\nEXDATE:20261124T150000,20261201T150000',
      'UID:x\nRECURRENCE-ID:20261208T150000\nSUMMARY:Auftritt\nDTSTART:20261209T180000\nDURATION:PT2H',
      'UID:x\nRECURRENCE-ID:20261215T150000\nSUMMARY:Chor\nDTSTART:20261215T150000\nSTATUS:CANCELLED',
      'UID:y\nRECURRENCE-ID:20261215T150000\nSUMMARY:Rest\nDTSTART:20261215T150000\nDURATION:PT1H',
    );
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject({
      excluded: ['2026-11-24', '2026-12-01', '2026-12-15'],
      changes: [{ date: '2026-12-08', name: 'Auftritt', begins_date: '2026-12-09', begins_time: '18:00' }],
    });
    expect(events[1]).toMatchObject({ uid: 'y 2026-12-15', name: 'Rest', rule: null });
  });

  it('has its dates in the zone in which they are written, and what it cannot have of them is said [C-3.32]', async () => {
    const weekly = 'UID:x\nSUMMARY:Chor\nDTSTART:20261117T150000\nRRULE:FREQ=WEEKLY;COUNT=5';
    const { events, left } = await read(
      `${weekly}\nEXDATE;TZID=America/New_York:20261123T200000`,
      'UID:x\nRECURRENCE-ID;TZID=America/New_York:20261130T200000\nSUMMARY:Spät\nDTSTART:20261201T180000',
      'UID:x\nRECURRENCE-ID;RANGE=THISANDFUTURE:20261208T150000\nSUMMARY:Danach\nDTSTART:20261208T180000',
      `${weekly.replace('UID:x', 'UID:z')}\nEXDATE:morgen`,
    );
    expect(events).toMatchObject([{ excluded: ['2026-11-24'], changes: [{ date: '2026-12-01', name: 'Spät' }] }]);
    expect(left.map(({ name, reason }) => [name, reason])).toEqual([
      ['Chor', 'exception'],
      ['Danach', 'exception'],
    ]);
  });

  it('has of each date what the file says last, but none that it leaves out', async () => {
    const date = (text: string) => `UID:x\nRECURRENCE-ID:20261124T150000\nSUMMARY:${text}`;
    const weekly = 'UID:x\nSUMMARY:Chor\nDTSTART:20261117T150000\nRRULE:FREQ=WEEKLY;COUNT=5';
    const [off, on] = [
      `${date('Aus')}\nDTSTART:20261124T150000\nSTATUS:CANCELLED`,
      `${date('Doch')}\nDTSTART:20261124T160000`,
    ];
    expect((await read(weekly, off, on)).events).toMatchObject([{ excluded: [], changes: [{ name: 'Doch' }] }]);
    expect((await read(weekly, on, off)).events).toMatchObject([{ excluded: ['2026-11-24'] }]);
    expect((await read(`${weekly}\nEXDATE:20261124T150000`, on)).events).toMatchObject([{ excluded: ['2026-11-24'] }]);
  });

  it('that stands in no file leaves each of its dates, also where nothing names it', async () => {
    const { events } = await read(
      'RECURRENCE-ID:20261124T150000\nSUMMARY:Chor\nDTSTART:20261124T150000',
      'RECURRENCE-ID:20261124T180000\nSUMMARY:Orchester\nDTSTART:20261124T180000',
    );
    expect(events.map(({ uid, name }) => [uid, name])).toEqual([
      [null, 'Chor'],
      [null, 'Orchester'],
    ]);
  });
});

it('a file that is no calendar, or has more events than anybody has, is refused whole', async () => {
  const zone = { zone: 'Europe/Berlin' };
  expect(await readCalendarFiles([file('Nachname;Vorname')], zone)).toMatchObject({ ok: false, reason: 'no_calendar' });
  const of = (length: number) =>
    calendar(...Array.from({ length }, (_, at) => `SUMMARY:${at} Fest\nDTSTART:20261117T150000`));
  expect(await readCalendarFiles([file(of(1000))], zone)).toMatchObject({ ok: true });
  expect(await readCalendarFiles([file(of(1001))], zone)).toMatchObject({ ok: false, reason: 'too_many_events' });
});
