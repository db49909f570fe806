import type { Surface } from '../../kernel/surface.ts';

/** The public interface of `<kreide-substitutions>` (D-2.06, D-2.07). */
export const substitutionsSurface = {
  tag: 'kreide-substitutions',
  name: 'KreideSubstitutions',
  summary:
    'The changes of today and of the next school day as a list for a homepage, to be filtered, searched and printed.',
  attributes: {
    api: { initial: null, doc: 'Address of the Kreide server; the one that the script came from when left out.' },
    token: {
      initial: null,
      doc: 'The token of a screen from the settings of the school: make one for the homepage alone, which can be ended by itself.',
    },
    grade: {
      initial: null,
      doc: 'Short name of the class to begin with, such as `10b`; when left out the one that a visitor has chosen the last time, else all.',
    },
    locale: {
      initial: null,
      values: ['de', 'en', 'es', 'tr', 'uk', 'fr', 'it'],
      doc: 'Language; that of the page around it when left out.',
    },
    branding: { initial: null, doc: 'Colours of a branding, such as `hafen`.' },
  },
  events: {
    'kreide-load': {
      detail: { substitution_date: 'string', last_updated_at: 'string | null' },
      doc: 'Data has come and is shown.',
    },
    'kreide-error': {
      detail: { code: 'string', status: 'number' },
      doc: 'Data could not be loaded; older data stays where there is some, and attempts go on.',
    },
  },
  parts: {
    root: 'The whole inside.',
    toolbar: 'The line above the lists.',
    field: 'The choice of a class, and the search.',
    day: 'The list of one day.',
    title: 'The heading of a day.',
    message: 'The message of the day.',
    group: 'The lines of one class.',
    entry: 'One line.',
    kind: 'What happens to the lesson: icon and word.',
    button: 'Every button.',
    note: 'The line that tells of older data.',
    error: 'The tile in place of a plan that cannot be shown.',
  },
  properties: {
    '--kreide-substitutions-height': { initial: '320px', doc: 'Least height, reserved before data arrives.' },
  },
} as const satisfies Surface;
