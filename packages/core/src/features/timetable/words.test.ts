import { describe, expect, it } from 'vitest';
import de from '../../../../../locales/de/timetable.json' with { type: 'json' };
import en from '../../../../../locales/en/timetable.json' with { type: 'json' };
import es from '../../../../../locales/es/timetable.json' with { type: 'json' };
import fr from '../../../../../locales/fr/timetable.json' with { type: 'json' };
import itTexts from '../../../../../locales/it/timetable.json' with { type: 'json' };
import tr from '../../../../../locales/tr/timetable.json' with { type: 'json' };
import uk from '../../../../../locales/uk/timetable.json' with { type: 'json' };
import { LANGUAGES, type Language } from '../../kernel/product.ts';
import { type TextsIn, toTranslate } from '../../kernel/texts.ts';
import { changesOf, LOOKS, lookOf } from './look.ts';
import { KINDS } from './schema.ts';
import { toAccessibleName, toChangeText } from './state-words.ts';
import { aLesson, aReference } from './timetable.fixtures.ts';
import { roomsText, toFormats, toPlaceText } from './words.ts';

const languages: Record<Language, Record<string, string>> = { de, en, es, fr, it: itTexts, tr, uk };
const translator = (texts: Record<string, string>) =>
  toTranslate<TextsIn<'timetable'>>((key, values) =>
    (texts[key] ?? `missing ${key}`).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name])),
  );
const t = translator(en);
const formats = toFormats(t, 'en');
const nameOf = (more: Parameters<typeof aLesson>[0]) => toAccessibleName(aLesson(more), '2026-11-18', t, formats);

describe('look and name of a lesson', () => {
  it('has eight looks beside the regular one, spelled as on the wire [T-3.31]', () => {
    expect(LOOKS).toEqual([
      'regular',
      'changed',
      'CANCLED',
      'MOVED_TO',
      'MOVED_FROM',
      'ADDITIONAL',
      'EVENT',
      'MESSAGE',
      'SUPERVISION',
    ]);
    for (const kind of KINDS) expect(lookOf(aLesson({ kind }))).toBe(kind);
    expect(lookOf(aLesson())).toBe('regular');
    expect(lookOf(aLesson({ substituted_lessons: [aReference()] }))).toBe('changed');
  });

  it('says what changed, old and new [T-3.31] [T-3.32]', () => {
    const old = aReference({ teachers: [{ id: 2, shortcut: 'Krn', name: 'Mr Kern' }], bookables: [] });
    const lesson = aLesson({ substituted_lessons: [old] });
    expect(changesOf(lesson)).toEqual([
      { field: 'teacher', before: 'Mr Kern', after: 'Ms Berg' },
      { field: 'room', before: null, after: '204' },
    ]);
    expect(nameOf({ substituted_lessons: [old] })).toContain('Changed: Ms Berg instead of Mr Kern; new: room 204');
  });

  it('says who stands in at a break, and nothing else of it [T-3.31] [T-3.32]', () => {
    const substituted_lessons = [
      aReference({ teachers: [{ id: 2, shortcut: 'Krn', name: 'Mr Kern' }], bookables: [] }),
    ];
    const lesson = aLesson({ kind: 'SUPERVISION', subject: null, substituted_lessons });
    expect(changesOf(lesson)).toEqual([{ field: 'teacher', before: 'Mr Kern', after: 'Ms Berg' }]);
    expect(nameOf({ kind: 'SUPERVISION' })).toContain('Break supervision');
  });

  it('names weekday, date, times, subject, room, teacher and state [T-3.32]', () => {
    expect(nameOf({})).toBe('Wednesday 18 November, 08:00 to 08:45, Mathematics, Room 204, Ms Berg, as planned');
    expect(nameOf({ kind: 'CANCLED', comment: 'Tasks in the library' })).toBe(
      'Wednesday 18 November, 08:00 to 08:45, Mathematics, Room 204, Ms Berg, Cancelled, Tasks in the library',
    );
    const target = aReference({ lesson_date: '2026-11-20', time_begins_at: '12:20' });
    expect(nameOf({ kind: 'MOVED_TO', substituted_target_lessons: [target] })).toContain(
      'Moved away: to Fri 20/11, 12:20',
    );
    expect(nameOf({ kind: 'MOVED_FROM', substituted_target_lessons: [target] })).toContain(
      'Moved here: from Fri 20/11',
    );
  });

  it('says the class in the plan of a teacher or room, where teacher or room go without saying', () => {
    const lesson = aLesson({ grades: ['9b', '9c'].map((shortcut, id) => ({ id, shortcut, name: null })) });
    expect(toPlaceText(lesson, 'grades')).toBe('204 · Ms Berg');
    expect(toPlaceText(lesson, 'users', true)).toBe('204');
    expect(toPlaceText(lesson, 'teachers', false, formats.room)).toBe('Room 204 · 9b, 9c');
    expect(toPlaceText(lesson, 'teachers', true)).toBe('204 9b, 9c');
    expect(toPlaceText(lesson, 'bookables')).toBe('9b, 9c · Ms Berg');
    const two = { ...lesson, teachers: [...lesson.teachers, { id: 2, shortcut: 'Krn', name: 'Mr Kern' }] };
    expect(toPlaceText(two, 'teachers')).toBe('204 · 9b, 9c · Ms Berg, Mr Kern');
    expect(toAccessibleName(lesson, '2026-11-18', t, formats, 'teachers')).toBe(
      'Wednesday 18 November, 08:00 to 08:45, Mathematics, 9b, 9c, Room 204, Ms Berg, as planned',
    );
  });

  it.each(LANGUAGES)('has a different word for each look in %s and fills every date [T-3.32]', (language) => {
    const words = toFormats(translator(languages[language]), language);
    expect(new Set(Object.values(words.looks)).size).toBe(LOOKS.length);
    const all = [
      words.date('2026-11-18'),
      words.dateShort('2026-11-18'),
      words.month('2026-11-18'),
      words.times('08:00', '08:45'),
    ];
    expect(all.join(' ')).not.toMatch(/missing|undefined|\{\{|[\ue000-\uf8ff]/u);
    expect(all[0]).toContain(words.weekdays[3]);
  });
});

describe('formats of a language', () => {
  it('write dates as people of that language do, the month as it stands in a heading', () => {
    const [day, ofEngland, ofSpain] = ['2026-11-18', toFormats(t, 'en'), toFormats(translator(es), 'es')];
    expect([ofEngland.date(day), ofEngland.dayMonth(day), ofEngland.month(day)]).toEqual([
      'Wednesday 18 November',
      '18 November',
      'November 2026',
    ]);
    expect(ofEngland.dateShort(day)).toMatch(/^Wed,? 18\/11$/);
    expect([ofSpain.dayMonth(day), ofSpain.month(day)]).toEqual(['18 de noviembre', 'Noviembre de 2026']);
  });

  it('fill times and rooms into the texts of that language', () => {
    const ofEngland = toFormats(t, 'en');
    expect(ofEngland.times('08:00', '08:45')).toBe(
      en.timeRange.replace('{{begins}}', '08:00').replace('{{ends}}', '08:45'),
    );
    expect(ofEngland.room('204')).toBe(en.room.replace('{{room}}', '204'));
  });
});

describe('a change in words', () => {
  it('names what is new, what is gone and what takes the place of what', () => {
    const say = (before: string | null, after: string | null) => toChangeText({ field: 'room', before, after }, t);
    expect(say(null, '204')).toBe(en.changeNew_room.replace('{{after}}', '204'));
    expect(say('112', null)).toBe(en.changeGone_room.replace('{{before}}', '112'));
    expect(say('112', '204')).toBe(en.change_room.replace('{{before}}', '112').replace('{{after}}', '204'));
  });

  it('names several rooms with a comma', () => {
    const bookables = ['112', '204'].map((shortcut, id) => ({ id, shortcut, name: null }));
    expect(roomsText({ bookables })).toBe('112, 204');
  });
});
