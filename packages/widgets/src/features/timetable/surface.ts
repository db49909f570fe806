import type { Surface } from '../../kernel/surface.ts';

/** The public interface of `<kreide-timetable>` (D-2.01, D-2.06, D-2.07). */
export const timetableSurface = {
  tag: 'kreide-timetable',
  name: 'KreideTimetable',
  summary: 'The released timetable of one grade, teacher, room or course as a day, a week or a list.',
  attributes: {
    api: { initial: null, doc: 'Address of the Kreide server; the one that the script came from when left out.' },
    school: { initial: null, doc: 'Short name of the school in addresses, such as `demo`.' },
    entity: {
      initial: 'grades',
      values: ['grades', 'teachers', 'bookables', 'courses'],
      doc: 'What the timetable is shown for; `bookables` are rooms.',
    },
    'entity-id': { initial: null, doc: 'Its id or short name, such as `10b`.' },
    view: { initial: 'week', values: ['day', 'week', 'list'], doc: 'The view to begin with; visitors may change it.' },
    'start-date': {
      initial: null,
      doc: 'A day to begin with, `YYYY-MM-DD`; today in the school’s zone when left out.',
    },
    locale: {
      initial: null,
      values: ['de', 'en', 'es', 'tr', 'uk', 'fr', 'it'],
      doc: 'Language; that of the page around it when left out.',
    },
    branding: { initial: null, doc: 'Colours of a branding, such as `hafen`.' },
    token: {
      initial: null,
      doc: 'Access token of a signed-in person, for intranets and native apps whose origin stands in KREIDE_APP_ORIGINS: shows what this person may see, also while nothing is public, and keeps nothing on the device. `entity-id` is then a number.',
    },
  },
  events: {
    'kreide-load': {
      detail: { begins_at: 'string', ends_at: 'string', last_updated_at: 'string | null' },
      doc: 'Data has come and is shown.',
    },
    'kreide-error': {
      detail: { code: 'string', status: 'number' },
      doc: 'Data could not be loaded; older data stays where there is some, and attempts go on.',
    },
    'kreide-lesson': {
      detail: {
        uuid: 'string',
        date: 'string',
        begins_at: 'string',
        ends_at: 'string',
        title: 'string',
        kind: 'string | null',
      },
      doc: 'A visitor has chosen a lesson; its details open unless the page prevents it.',
    },
  },
  parts: {
    root: 'The whole inside.',
    toolbar: 'The line above the plan.',
    title: 'Name of the plan and the days shown.',
    button: 'Every button of the toolbar, the details and the error tile.',
    views: 'The choice between day, week and list.',
    lesson: 'A lesson in grid or list.',
    plan: 'The area of the grid or list; it scrolls when the plan is longer.',
    details: 'The dialog with the details of a lesson.',
    note: 'The line that tells of older data.',
    error: 'The tile in place of a plan that cannot be shown.',
  },
  properties: {
    '--kreide-timetable-height': { initial: '736px', doc: 'Height, reserved before data arrives.' },
  },
} as const satisfies Surface;
