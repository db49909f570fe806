import type { Surface } from '../../kernel/surface.ts';

/** The public interface of `<kreide-monitor>` (D-2.02, D-2.06, D-2.07, D-2.11). */
export const monitorSurface = {
  tag: 'kreide-monitor',
  name: 'KreideMonitor',
  summary: 'The substitution plan of a school for a screen in the entrance hall, with its news beside it on request.',
  attributes: {
    api: { initial: null, doc: 'Address of the Kreide server; the one that the script came from when left out.' },
    token: {
      initial: null,
      doc: 'The token of a screen from the settings of the school; `-sub` or `-news-split` stands behind it.',
    },
    mode: {
      initial: null,
      values: ['sub', 'news-split'],
      doc: '`sub` is the plan alone, `news-split` the plan with news; what the token says when left out.',
    },
    'begins-at': {
      initial: null,
      doc: 'One fixed day, `YYYY-MM-DD`; when left out the screen follows the school’s clock and moves to the next school day after the last lesson.',
    },
    locale: {
      initial: null,
      values: ['de', 'en', 'es', 'tr', 'uk', 'fr', 'it'],
      doc: 'Language; that of the school when left out.',
    },
    branding: { initial: null, doc: 'Colours of a branding, such as `hafen`; that of the school when left out.' },
    'stale-minutes': { initial: '10', doc: 'A plan that could not be renewed for so long gets a warning; at least 2.' },
    'page-seconds': {
      initial: '12',
      doc: 'A long plan turns its page after so many seconds, at least 5; sooner where a round of all pages would take longer than a minute.',
    },
    distance: {
      initial: '8',
      doc: 'From how many metres the screen is read: all sizes follow, and the pages with them.',
    },
    diagonal: { initial: '55', doc: 'Diagonal of the screen in inches, for `distance`.' },
    kiosk: {
      initial: null,
      values: ['true'],
      doc: '`true` on a screen of its own: dim at night, and the picture moves by a few pixels so that nothing burns in.',
    },
  },
  events: {
    'kreide-load': {
      detail: { substitution_date: 'string', last_updated_at: 'string | null' },
      doc: 'A plan has come and is shown.',
    },
    'kreide-error': {
      detail: { code: 'string', status: 'number' },
      doc: 'The plan could not be renewed; the last one stays and attempts go on.',
    },
  },
  parts: {
    root: 'The whole inside.',
    header: 'The head with logo, school and clock.',
    message: 'The message of the day.',
    board: 'The board of one day.',
    clock: 'The time of day in the school’s zone.',
    note: 'The warning of an old plan or a wrong clock.',
    plan: 'The area of the plan.',
    group: 'The lines of one grade.',
    entry: 'One line.',
    kind: 'What happens to the lesson: icon and word.',
    news: 'The area of the news.',
    footer: 'The foot with the time of the data and the pages.',
    button: 'Every button.',
    error: 'The screen in place of a plan that cannot be shown.',
  },
  properties: {
    '--kreide-monitor-height': { initial: '100dvh', doc: 'Height; set it to use the monitor as a box in a page.' },
    '--kreide-monitor-font-size': {
      initial: 'that of all elements, else by the size of the element and `distance`, at least 14px',
      doc: 'Size of the text of a line, which all others follow.',
    },
    '--kreide-monitor-board': {
      initial: 'the school’s colour, darkened, else that of the branding',
      doc: 'Ground of the boards.',
    },
    '--kreide-color-chalk': {
      initial: 'near white',
      doc: 'Text on the boards; keep 7 : 1.',
    },
  },
} as const satisfies Surface;
