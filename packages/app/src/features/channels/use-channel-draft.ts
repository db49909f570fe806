import type { ChannelProblem } from '@kreide/core/features/channels';
import { useState } from 'react';
import { draftStore } from '../../kernel/draft-store.ts';
import { useSelf } from '../../kernel/session.ts';

const NAME = 'channel';

/** The pages on which a channel is made, in their order. */
export const STEPS = ['start', 'users', 'finish'] as const;
export const toStep = (step: (typeof STEPS)[number]) => `/channels/create/${step}`;

/** A channel that somebody is making, over three pages and over reloads. */
export interface ChannelDraftValues {
  name: string;
  description: string;
  is_twoway: boolean;
  /** Left out of drafts from before there was a choice. */
  color?: string | null;
  users: readonly { id: number; displayname: string; subtitle?: string }[];
}

const EMPTY: ChannelDraftValues = { name: '', description: '', is_twoway: true, users: [] };

/** Which field is wrong, and why. */
export type ChannelProblems = Partial<Record<ChannelProblem['field'], string>>;

export type KeptDraft = ReturnType<typeof useChannelDraft>;

/** The draft of the account on this device; null: none was begun. */
export function useChannelDraft() {
  const { uuid } = useSelf();
  const [draft, setDraft] = useState(() => draftStore.read(uuid, NAME, Date.now()) as ChannelDraftValues | undefined);
  return {
    draft: draft ?? null,
    values: draft ?? EMPTY,
    change: (part: Partial<ChannelDraftValues>) => {
      const next = { ...(draft ?? EMPTY), ...part };
      draftStore.write(uuid, NAME, next, Date.now());
      setDraft(next);
    },
    drop: () => draftStore.remove(uuid, NAME, Date.now()),
  };
}
