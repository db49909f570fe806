import type { ChatAnswer, ChatWindow } from '@kreide/core/features/channels';
import { ApiError } from '@kreide/core/kernel';

/** An answer with messages; `reset`: what was known is to be dropped. */
export interface Fetched {
  answer: ChatAnswer;
  reset: boolean;
  /** Of a place: the first message at or after it; null: there is none. */
  found?: number | null;
}

/** What a fetch of what is new has brought. */
export interface CaughtUp {
  /** How many messages came; 0 where it failed (C-8.03). */
  came: number;
  fetched: Fetched | null;
  error: ApiError | null;
}

/**
 * Fetches what has happened since what is known. When it fails nobody is told: what is shown stays, and the next event,
 * or the next look at the page, asks again.
 */
export async function fetchSince(
  known: Pick<ChatWindow, 'change_seq'> | null,
  ask: (query: { after_change?: string }) => Promise<Fetched>,
): Promise<CaughtUp> {
  try {
    const fetched = await ask(known ? { after_change: String(known.change_seq) } : {});
    return { came: fetched.answer.messages.length, fetched, error: null };
  } catch (thrown) {
    return { came: 0, fetched: null, error: ApiError.from(thrown) };
  }
}
