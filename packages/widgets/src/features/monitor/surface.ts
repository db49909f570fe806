import type { Surface } from '../../kernel/surface.ts';

/** The public interface of `<kreide-monitor>` (D-2.02, D-2.06, D-2.07, D-2.11). */
export const monitorSurface = {
  tag: 'kreide-monitor',
  name: 'KreideMonitor',
  summary: 'The substitution plan of a school for a screen in the entrance hall, with its news beside it on request.',
  attributes: {
    api: { initial: null, doc: 'Address of the Kreide server; the one that the script came from when left out.' },
    token: { initial: null, doc: 'The school’s monitor token: its id with `-sub` or `-news-split` behind it.' },
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
    'page-seconds': { initial: '12', doc: 'A long plan turns its page after so many seconds, at least 5.' },
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
    header: 'The head with school, day and clock.',
    clock: 'The time of day in the school’s zone.',
    note: 'The warning above an old plan.',
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
      initial: '2.7 % of the shorter side, at least 0.9rem',
      doc: 'Size that all others follow; for other viewing distances.',
    },
  },
} as const satisfies Surface;
