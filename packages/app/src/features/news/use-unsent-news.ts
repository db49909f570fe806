import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { outbox, unsent } from '../../kernel/outbox.ts';
import { useSelf } from '../../kernel/session.ts';
import { draftToValues, type NewsBody, type NewsValues } from './news-form.ts';

/** What was written in a change that the server refused or that still waits, named by the address (`?unsent=12`). */
export function useUnsentNews(): {
  values: NewsValues | null;
  /** The name of the draft on the device: what is written over it is not the draft of a new item. */
  draft: string;
  discard: () => void;
} {
  const { school } = useSelf();
  const seq = Number(useSearchParams()[0].get('unsent'));
  const [entry] = useState(() => unsent.getState().entries.find((one) => one.seq === seq));
  const [values] = useState(() => {
    const draft = entry?.args.body as (NewsBody & { updated_at?: string }) | undefined;
    if (!draft) return null;
    const { updated_at: _, ...rest } = draft;
    return draftToValues(rest, { zone: school.time_zone, now: new Date() });
  });
  return { values, draft: entry ? `news ${seq}` : 'news', discard: () => entry && void outbox.discard(entry) };
}
