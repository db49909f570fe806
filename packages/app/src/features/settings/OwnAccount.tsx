import { settingsEvents } from '@kreide/core/features/settings';
import { usersApi, usersEvents } from '@kreide/core/features/users';
import type { Language } from '@kreide/core/kernel';
import { useEffect } from 'react';
import { invalidateQueries, updateQueries } from '../../kernel/data.ts';
import { getLanguage, setLanguage } from '../../kernel/i18n.ts';
import { useRealtime } from '../../kernel/realtime.ts';
import { useSelf } from '../../kernel/session.ts';
import { shelves } from '../../kernel/storage.ts';

/** What the account said the last time: a language that is chosen on this device stays until the account says another. */
const HEARD_KEY = 'language_of_account';

const readAnew = () => void invalidateQueries(usersApi.getSelf);

/** Follows the language of the account, chosen on whichever device (P-7.57), and what the person may do. */
export function OwnAccount() {
  const { uuid, locale } = useSelf();
  useEffect(() => {
    if (locale !== null) adopt(`${uuid} ${locale}`, locale);
  }, [uuid, locale]);
  useRealtime(
    settingsEvents.localeChanged,
    (change) => updateQueries(usersApi.getSelf, (self) => ({ ...self, ...change })),
    readAnew,
  );
  useRealtime(usersEvents.rightsChanged, readAnew, readAnew);
  return null;
}

function adopt(said: string, locale: Language): void {
  if (shelves.local.getItem(HEARD_KEY) === said) return;
  const heard = () => shelves.local.setItem(HEARD_KEY, said);
  if (locale === getLanguage()) heard();
  // Its texts cannot be fetched: at the next visit.
  else
    setLanguage(locale).then(heard, (error: unknown) =>
      console.warn('The language of the account did not load', error),
    );
}
