import type { Language } from '@kreide/core/kernel';
import { expect, it } from 'vitest';
import { ROOT } from '../../../../../tests/support/server.ts';
import { readTexts } from '../../kernel/text/texts.ts';
import type { ChangeLine } from './plan/lines.ts';
import { toUpload } from './words.ts';

const texts = readTexts(`${ROOT}/locales`);
const side = { weekday: null, date: '2026-11-18', hour: '3', time: null, rooms: '204', teachers: 'Bg' };
const lines: ChangeLine[] = [
  {
    kind: 'changed',
    of: 'substitution',
    grades: '10b',
    subject: 'MA',
    substitution_kind: null,
    before: { ...side, details: ['→ 2026-11-20'] },
    after: { ...side, weekday: 1, details: ['not before 2026-99-99'] },
  },
];
const plain = { added: 0, changed: 1, removed: 0 };

function read(language: Language) {
  const upload = toUpload(
    {
      id: 1,
      school_id: 1,
      uuid: 'u',
      state: 'READY',
      progress: 100,
      source: null,
      format: null,
      files: [],

      school_year_id: null,
      user_id: null,
      options: {},
      counts: null,
      rejected: [],
      rejected_count: 0,
      error: null,
      changes: { ...plain, lessons: plain, substitutions: plain, lines, needs_replace: false },
      warnings: [{ code: 'date_assumed', params: { date: '2026-11-18' } }],
      created_at: '2026-11-18T09:00:00Z',
      published_at: null,
    } as unknown as Parameters<typeof toUpload>[0],
    null,
    { language, t: texts.for(language) },
    { publish: true, isNewest: true, isOwn: true },
  );
  return { line: upload.changes?.lines[0]?.text, warning: upload.warnings[0] };
}

it('writes the dates of changes and warnings as the reader does, and leaves alone what is no date', () => {
  expect(read('de')).toEqual({
    line: '10b MA: 18.11. 3, 204, Bg, → 20.11. → Mo 3, 204, Bg, not before 2026-99-99',
    warning: 'Die Datei nennt kein Datum. Angenommen: 18.11.2026.',
  });
  expect(read('en')).toEqual({
    line: '10b MA: 18/11 3, 204, Bg, → 20/11 → Mon 3, 204, Bg, not before 2026-99-99',
    warning: 'The file names no date. Assumed: 18 Nov 2026.',
  });
});
