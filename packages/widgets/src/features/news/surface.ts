import type { Surface } from '../../kernel/surface.ts';

/** The public interface of `<kreide-news>` (D-2.03, D-2.06, D-2.07). */
export const newsSurface = {
  tag: 'kreide-news',
  name: 'KreideNews',
  summary: 'The public news of a school as cards with picture, date and link, pinned ones first.',
  attributes: {
    api: { initial: null, doc: 'Address of the Kreide server; the one that the script came from when left out.' },
    school: { initial: null, doc: 'Short name of the school in addresses, such as `demo`.' },
    limit: { initial: '3', doc: 'So many news, 1 to 30; their space is reserved before they arrive.' },
    locale: {
      initial: null,
      values: ['de', 'en', 'es', 'tr', 'uk', 'fr', 'it'],
      doc: 'Language; that of the page around it when left out.',
    },
    branding: { initial: null, doc: 'Colours of a branding, such as `hafen`.' },
  },
  events: {
    'kreide-load': {
      detail: { count: 'number', last_updated_at: 'string | null' },
      doc: 'Data has come and is shown.',
    },
    'kreide-error': {
      detail: { code: 'string', status: 'number' },
      doc: 'Data could not be loaded; older data stays where there is some, and attempts go on.',
    },
    'kreide-news': {
      detail: { uuid: 'string', title: 'string', url: 'string' },
      doc: 'A visitor has chosen an item; its article opens in place unless the page prevents it, and closes the next time.',
    },
  },
  parts: {
    root: 'The whole inside.',
    item: 'One card.',
    image: 'The picture of a card, or the coloured field in its place.',
    title: 'The heading of a card with its link.',
    date: 'The day on which it was published.',
    text: 'The first sentences.',
    content: 'The whole article of an open card.',
    button: 'The button of the error tile.',
    note: 'The line that tells of older data.',
    error: 'The tile in place of news that cannot be shown.',
  },
  properties: {
    '--kreide-news-item-height': {
      initial: 'that of picture, two lines of title and three of text',
      doc: 'Least height of a card.',
    },
    '--kreide-news-item-width': { initial: '256px', doc: 'Least width of a card; as many stand side by side as fit.' },
    '--kreide-news-image-ratio': { initial: '16 / 9', doc: 'Least shape of the pictures.' },
  },
} as const satisfies Surface;
