import { type SentFact, toFact } from '@kreide/core/features/help';
import { getLanguage } from '../../kernel/i18n.ts';

/** What the device says about itself: nothing of it names the person. */
export const readFacts = (): SentFact[] => [
  toFact('version', __APP_VERSION__),
  toFact('browser', navigator.userAgent),
  toFact('window', `${window.innerWidth} × ${window.innerHeight}`),
  toFact('language', getLanguage()),
  toFact('time_zone', Intl.DateTimeFormat().resolvedOptions().timeZone),
  toFact('page', new URLSearchParams(window.location.search).get('at') ?? '–'),
];
