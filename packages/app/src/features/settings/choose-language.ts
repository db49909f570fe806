import { profileApi } from '@kreide/core/features/settings';
import type { Language } from '@kreide/core/kernel';
import { client } from '../../kernel/client.ts';
import { setLanguage } from '../../kernel/i18n.ts';
import { session } from '../../kernel/session.ts';

/** Switches the language here, and on the other devices of whoever is signed in (P-7.57). Throws when its texts cannot be fetched. */
export async function chooseLanguage(locale: Language): Promise<void> {
  await setLanguage(locale);
  if (!session.getState().isSignedIn) return;
  const args = { params: { id: 'self' }, body: { locale } } as const;
  // Without a network it counts here alone.
  await client.call(profileApi.updateLocale, args, { messages: false }).catch(() => {});
}
